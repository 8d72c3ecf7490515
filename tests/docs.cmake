# The documentation: every code block of every page is run, every message that it quotes must be there, and it must
# become HTML.
find_program(DOCS_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)  # Debian's own, whatever comes first in PATH
if(SIGMATCH_HAS_PYTHON)
  set(DOCS_PYTHON ${Python_EXECUTABLE})  # the one that the package is built for
endif()
if(NOT DOCS_PYTHON)
  return()
endif()
set(docs ${CMAKE_CURRENT_SOURCE_DIR}/docs)

# The libraries behind those of a target's property: what they are as files.
function(library_files result target property)
  set(files)
  get_target_property(libraries ${target} ${property})
  foreach(library IN LISTS libraries)
    if(NOT TARGET ${library})
      list(APPEND files ${library})
      continue()
    endif()
    get_target_property(type ${library} TYPE)
    if(NOT type STREQUAL INTERFACE_LIBRARY)
      list(APPEND files "$<TARGET_LINKER_FILE:${library}>")
      continue()
    endif()
    library_files(more ${library} INTERFACE_LINK_LIBRARIES)
    list(APPEND files ${more})
  endforeach()
  list(FILTER files EXCLUDE REGEX "NOTFOUND|LINK_ONLY")
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# How to compile and link a program that uses the library, in the words of a shell.
library_files(libraries sigmatch_core LINK_LIBRARIES)
list(JOIN libraries " " libraries)
set(link "$<TARGET_FILE:sigmatch_evaluation> $<TARGET_FILE:sigmatch_report> $<TARGET_FILE:sigmatch_synth> $<TARGET_FILE:sigmatch_core> ${libraries}")
set(include "$<TARGET_PROPERTY:sigmatch_core,INTERFACE_INCLUDE_DIRECTORIES>")
set(options "$<TARGET_PROPERTY:sigmatch_core,INTERFACE_COMPILE_OPTIONS>")
set(compile "${CMAKE_CXX_COMPILER} -std=c++20 -I$<JOIN:${include}, -I> -I$<JOIN:$<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>, -I> $<JOIN:${options}, >")

file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/*.md ${PROJECT_SOURCE_DIR}/docs/*.md)
foreach(page IN LISTS pages)
  get_filename_component(name ${page} NAME_WE)
  add_test(NAME docs_page_${name}
    COMMAND ${DOCS_PYTHON} -B ${docs}/run_blocks.py ${page} --scratch ${CMAKE_BINARY_DIR}/docs_pages/${name}
      --program $<TARGET_FILE:sigmatch_program> --compile ${compile} --link ${link}
      --pythonpath ${CMAKE_BINARY_DIR}/python)
endforeach()
add_test(NAME includes COMMAND ${DOCS_PYTHON} -B ${CMAKE_CURRENT_SOURCE_DIR}/includes_test.py)
add_test(NAME docs_runner COMMAND ${DOCS_PYTHON} -B ${docs}/run_blocks_test.py)
add_test(NAME docs_messages COMMAND ${DOCS_PYTHON} -B ${docs}/messages_test.py)
add_test(NAME docs_html COMMAND ${PROJECT_SOURCE_DIR}/docs/build_html ${CMAKE_BINARY_DIR}/docs ${CMAKE_BINARY_DIR}/python)
set_tests_properties(docs_html PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(docs_page_start PROPERTIES COST 300)  # the longest: early
