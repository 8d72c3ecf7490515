#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sigmatch/transfer.h"

/// The page of a folder of transferred landmarks: a list of all targets, and each target in 3D beside the
/// template. Needs has_reports().
namespace sigmatch {

/// A target in the list.
struct ListedTarget {
    std::string name;           ///< the page loads the script NAME.js to show the target
    std::string status;         ///< good, check, ambiguous or failed
    std::string failure;        ///< why it failed; then there is no script
    std::vector<int> doubtful;  ///< the landmarks that somebody should look at
};

class TransferPage {
public:
    /// The template with its landmarks, which are points on it. A landmark may have an empty name.
    TransferPage(const std::string& name, const Shape& shape, const std::vector<SurfacePoint>& landmarks,
                 const std::vector<std::string>& landmark_names);

    /// The page, with the template.
    std::string html(const std::vector<ListedTarget>& targets) const;
    /// The script with the target, simplified if it is large, and its landmarks.
    std::string script(const std::string& name, const Shape& target, const Transfer& transfer) const;

private:
    struct Parts;
    std::shared_ptr<const Parts> parts_;
};

}  // namespace sigmatch
