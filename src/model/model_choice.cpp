#include "sigmatch/model.h"

namespace sigmatch {

namespace {

/// The paper's resolution.
constexpr int paper_faces = 500;

}  // namespace

void use_model(ModelOptions& options, Model model) {
    const bool is_paper = model == Model::paper;
    const ModelOptions full;
    options.faces = is_paper ? paper_faces : full.faces;
    options.orientation = is_paper ? Orientation::paper : full.orientation;
    options.laplacian = is_paper ? Laplacian::cotangent : full.laplacian;
    options.area_weighted = !is_paper;
    options.lambda_dist = is_paper ? 0 : full.lambda_dist;
    options.lambda_pair_ori = is_paper ? 0 : full.lambda_pair_ori;
}

Model model_of(const ModelOptions& options) {
    ModelOptions paper = options;
    use_model(paper, Model::paper);
    paper.faces = options.faces;
    const bool is_paper = static_cast<const PreparationOptions&>(paper) == options &&
                          paper.orientation == options.orientation && options.lambda_dist == 0 &&
                          options.lambda_pair_ori == 0;
    return is_paper ? Model::paper : Model::full;
}

}  // namespace sigmatch
