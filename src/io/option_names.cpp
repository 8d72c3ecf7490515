#include "sigmatch/laplacian.h"
#include "sigmatch/orientation.h"

/// What files call them.
namespace sigmatch {

const char* name(Orientation orientation) {
    return orientation == Orientation::paper ? "paper" : "smooth";
}

const char* name(Laplacian laplacian) {
    return laplacian == Laplacian::robust ? "robust" : "cotangent";
}

}  // namespace sigmatch
