#pragma once

#include <nlohmann/json.hpp>

#include "sigmatch/knowledge.h"

namespace sigmatch {

/// What a certificate stores of the user's knowledge. Empty members are left out.
nlohmann::json knowledge_object(const Knowledge& knowledge);

/// For shapes with n and m keypoints. Throws InputError or a JSON exception if the object does not fit them.
Knowledge parse_knowledge(const nlohmann::json& object, std::size_t n, std::size_t m);

}  // namespace sigmatch
