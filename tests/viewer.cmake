# The pages of viewer/: their types, their units, and themselves in a browser. The sanitizers have nothing to say about it.
if(NOT NPM OR SIGMATCH_SANITIZE)
  return()
endif()
add_executable(make_reports make_reports.cpp)
target_link_libraries(make_reports PRIVATE sigmatch)
add_dependencies(make_reports sigmatch_program)
set(viewer_tests ${CMAKE_BINARY_DIR}/viewer)
add_test(NAME viewer_types COMMAND node test/run.mjs types WORKING_DIRECTORY ${viewer})
add_test(NAME viewer_units COMMAND node test/run.mjs units ${viewer_tests}/units WORKING_DIRECTORY ${viewer})
add_test(NAME viewer_reports COMMAND make_reports ${viewer_tests}/reports)
add_test(NAME viewer_browser
  COMMAND node test/run.mjs browser ${viewer_tests}/reports ${viewer_tests}/screenshots $<TARGET_FILE:sigmatch_program>
  WORKING_DIRECTORY ${viewer})
add_test(NAME viewer_transfer
  COMMAND node test/run.mjs transfer ${viewer_tests}/reports/transfer ${viewer_tests}/screenshots
  WORKING_DIRECTORY ${viewer})
set_tests_properties(viewer_types viewer_units viewer_reports viewer_browser viewer_transfer PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(viewer_reports PROPERTIES FIXTURES_SETUP viewer_reports COST 500)
set_tests_properties(viewer_browser viewer_transfer PROPERTIES FIXTURES_REQUIRED viewer_reports COST 500)
