#pragma once

#include <limits>
#include <vector>

#include "sigmatch/automatic.h"
#include "sigmatch/dense_map.h"

/// Landmarks of a template shape, carried over to shapes that have none.
namespace sigmatch {

/// One landmark on the target.
struct CarriedLandmark {
    SurfacePoint place;           ///< on the target
    Eigen::RowVector3d position;  ///< of the place, in the target's coordinates
    /// The landmark mapped to the target and back: how far it comes from where it was, divided by the
    /// diagonal of the template's bounding box.
    double return_error = 0;
    /// With several templates: the mean distance between what they say and `position`, divided by the
    /// diagonal of the target's bounding box. 0 with one template.
    double spread = 0;
    /// Between 0 and 1: falls as the errors above grow. Below `doubtful_trust` somebody should look at it.
    double trust = 0;
};

inline constexpr double doubtful_trust = 0.5;
/// If the match is ambiguous, the trust of all its landmarks is so much of what it would be.
inline constexpr double trust_if_ambiguous = 0.4;

/// Carries landmarks of X over to Y by the dense maps between them. `places` are points of X.
std::vector<CarriedLandmark> carry_landmarks(const std::vector<SurfacePoint>& places, const Shape& x,
                                             const Shape& y, const DenseMaps& maps);

/// What several templates say of the same landmarks becomes one: for each landmark the point of the target
/// that is nearest to the median of the positions. All templates must have the same number of landmarks.
std::vector<CarriedLandmark> median_of(const std::vector<std::vector<CarriedLandmark>>& templates,
                                       const Shape& target);

/// A shape with landmarks, prepared once for all targets.
struct LandmarkTemplate {
    AutomaticShape shape;
    std::vector<SurfacePoint> places;  ///< on its original
};

/// What the templates say of one target.
struct Transfer {
    std::vector<CarriedLandmark> landmarks;
    bool ambiguous = false;  ///< a match with one of the templates is: then no landmark is trusted
    double margin = std::numeric_limits<double>::infinity();  ///< the least of the matches
    double misfit = 0;                                        ///< the largest of the matches
    bool proven = true;                                       ///< all of the matches are
};

/// Matches each template with the target, makes dense maps, and carries the landmarks over. Throws InputError
/// if the target cannot be used or the templates have different numbers of landmarks.
Transfer transfer(const std::vector<LandmarkTemplate>& templates, const AutomaticShape& target,
                  const AutomaticOptions& options = {});

}  // namespace sigmatch
