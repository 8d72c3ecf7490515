# Debian packages and wheel; the Python package from the build folder; the examples.
set(examples ${PROJECT_SOURCE_DIR}/examples)
set(scratch ${PROJECT_BINARY_DIR}/scratch)
file(MAKE_DIRECTORY ${scratch})

# Packages in clean folders: see package.cmake.
set(package_python)
if(SIGMATCH_HAS_PYTHON)
  set(package_python ${Python_EXECUTABLE})
endif()
add_test(NAME packages COMMAND ${CMAKE_COMMAND} -D PYTHON=${package_python} -D SOURCE=${PROJECT_SOURCE_DIR}
  -D BUILD=${PROJECT_BINARY_DIR} -D EXAMPLES=${examples}/cpp -D SCRATCH=${scratch}/packages
  -P ${CMAKE_CURRENT_SOURCE_DIR}/package.cmake)
set_tests_properties(packages PROPERTIES COST 300)

if(NOT SIGMATCH_HAS_PYTHON)
  message(STATUS "The tests of the Python package are left out")
  return()
endif()
set(python_environment PYTHONPATH=${PROJECT_BINARY_DIR}/python PYTHONDONTWRITEBYTECODE=1
  SIGMATCH_PROGRAM=$<TARGET_FILE:sigmatch_program>)
file(GLOB python_tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/tests/test_*.py)
foreach(file IN LISTS python_tests)
  get_filename_component(name ${file} NAME_WE)
  add_test(NAME python_${name} COMMAND ${Python_EXECUTABLE} ${file})
  set_tests_properties(python_${name} PROPERTIES ENVIRONMENT "${python_environment}" COST 200)
endforeach()

file(GLOB python_examples CONFIGURE_DEPENDS ${examples}/python/*.py)
foreach(file IN LISTS python_examples)
  get_filename_component(name ${file} NAME_WE)
  file(MAKE_DIRECTORY ${scratch}/${name})
  add_test(NAME example_${name} COMMAND ${Python_EXECUTABLE} ${file} WORKING_DIRECTORY ${scratch}/${name})
  set_tests_properties(example_${name} PROPERTIES ENVIRONMENT "${python_environment}")
endforeach()
