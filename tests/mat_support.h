#pragma once

#include <matio.h>

#include <string>
#include <utility>
#include <vector>

/// Variables for the .mat files that tests write.
namespace sigmatch {

/// MATLAB stores columns; `values` are given that way.
template <typename T>
matvar_t* matrix(std::vector<T> values, std::size_t rows, matio_classes type, matio_types data_type,
                 const char* name = nullptr) {
    std::size_t dims[2] = {rows, rows ? values.size() / rows : 0};
    return Mat_VarCreate(name, type, data_type, 2, dims, values.data(), 0);
}

inline matvar_t* doubles(std::vector<double> values, std::size_t rows, const char* name = nullptr) {
    return matrix(std::move(values), rows, MAT_C_DOUBLE, MAT_T_DOUBLE, name);
}

using Fields = std::vector<std::pair<std::string, matvar_t*>>;

inline matvar_t* structure(const char* name, const Fields& fields) {
    std::vector<const char*> names;
    for (const auto& field : fields) names.push_back(field.first.c_str());
    std::size_t dims[2] = {1, 1};
    matvar_t* result = Mat_VarCreateStruct(name, 2, dims, names.data(), static_cast<unsigned>(names.size()));
    for (const auto& [field_name, value] : fields)
        Mat_VarSetStructFieldByName(result, field_name.c_str(), 0, value);
    return result;
}

/// Writes the variables and frees them.
inline void write_mat(const std::string& path, const std::vector<matvar_t*>& variables,
                      matio_compression compression = MAT_COMPRESSION_ZLIB) {
    mat_t* mat = Mat_CreateVer(path.c_str(), nullptr, MAT_FT_MAT5);
    for (matvar_t* variable : variables) {
        Mat_VarWrite(mat, variable, compression);
        Mat_VarFree(variable);
    }
    Mat_Close(mat);
}

}  // namespace sigmatch
