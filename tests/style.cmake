# The style of the code, where Debian's tools for it are.
find_program(CLANG_FORMAT clang-format)
find_program(CLANG_TIDY clang-tidy)
if(CLANG_FORMAT)
  add_test(NAME format COMMAND ${CMAKE_COMMAND} -D CLANG_FORMAT=${CLANG_FORMAT} -D SOURCE=${PROJECT_SOURCE_DIR}
    -P ${CMAKE_CURRENT_SOURCE_DIR}/format.cmake)
endif()
if(CLANG_TIDY)
  add_test(NAME tidy COMMAND ${CMAKE_COMMAND} -D CLANG_TIDY=${CLANG_TIDY} -D SOURCE=${PROJECT_SOURCE_DIR}
    -D SCRATCH=${CMAKE_BINARY_DIR}/tidy "-DINCLUDES=$<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>"
    -P ${CMAKE_CURRENT_SOURCE_DIR}/tidy.cmake)
  set_tests_properties(tidy PROPERTIES COST 100)
endif()
