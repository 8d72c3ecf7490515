# The pages of viewer/, bundled by npm and esbuild and compiled into the library. Without npm, or where it cannot
# fetch its packages, the library has no pages, and everything else works.
find_program(NPM npm)
set(viewer ${PROJECT_SOURCE_DIR}/viewer)
set(viewer_pages ${PROJECT_BINARY_DIR}/viewer/pages.cpp)
if(EXISTS ${viewer_pages})
  file(READ ${viewer_pages} beginning LIMIT 300)
  if(NOT beginning MATCHES "<!doctype html>")
    file(REMOVE ${viewer_pages})  # npm may be there by now
  endif()
endif()
if(NOT NPM)
  message(STATUS "npm is missing: reports (--report, --image) are off")
endif()
file(GLOB viewer_sources CONFIGURE_DEPENDS ${viewer}/src/*)
add_custom_command(
  OUTPUT ${viewer_pages}
  COMMAND ${CMAKE_COMMAND} -D NPM=${NPM} -D VIEWER=${viewer} -D PAGES=${viewer_pages} -P ${PROJECT_SOURCE_DIR}/cmake/bundle_viewer.cmake
  DEPENDS ${viewer_sources} ${viewer}/build.mjs ${viewer}/package.json ${viewer}/package-lock.json
          ${PROJECT_SOURCE_DIR}/cmake/bundle_viewer.cmake
  COMMENT "Bundling the pages of the reports")
set_source_files_properties(${viewer_pages} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
target_sources(sigmatch_report PRIVATE ${viewer_pages})
