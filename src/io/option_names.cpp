#include "sigmatch/laplacian.h"
#include "sigmatch/match.h"
#include "sigmatch/orientation.h"
#include "sigmatch/plbo.h"

/// What files call them.
namespace sigmatch {

const char* name(Orientation orientation) {
    return orientation == Orientation::paper ? "paper" : "smooth";
}

const char* name(Laplacian laplacian) {
    return laplacian == Laplacian::robust ? "robust" : "cotangent";
}

const char* name(Prior prior) {
    return prior == Prior::plbo ? "plbo" : "lbo";
}

const char* name(Method method) {
    switch (method) {
        case Method::sigma:
            return "sigma";
        case Method::descriptor:
            return "descriptor";
        case Method::rigid:
            return "rigid";
    }
    return "unknown";
}

}  // namespace sigmatch
