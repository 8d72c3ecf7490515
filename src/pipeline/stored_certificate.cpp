#include "sigmatch/certificate_file.h"
#include "sigmatch/errors.h"

namespace sigmatch {

StoredCertificate stored_certificate(const PreparedShape& x, const PreparedShape& y,
                                     const MatchResult& result) {
    if (!result.certificate) throw InputError("the match has no certificate: `certify` asks for one");
    return {{shape_hash(x.original().shape), shape_hash(y.original().shape), result.keypoints_x,
             result.keypoints_y, result.options, result.knowledge},
            *result.certificate};
}

}  // namespace sigmatch
