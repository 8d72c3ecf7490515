# cmake -D CLANG_TIDY=... -D SOURCE=... -D SCRATCH=... -D INCLUDES=... -P tidy.cmake: clang-tidy over all headers of
# the library at once. One translation unit reads the large libraries once; all sources would take an hour.
file(GLOB_RECURSE headers ${SOURCE}/include/sigmatch/*.h ${SOURCE}/src/*.h)
list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"")
list(JOIN headers "\n" text)
file(WRITE ${SCRATCH}/all_headers.cpp "${text}\n")
list(TRANSFORM INCLUDES PREPEND -isystem)
execute_process(COMMAND ${CLANG_TIDY} --quiet --config-file=${SOURCE}/.clang-tidy --warnings-as-errors=*
  ${SCRATCH}/all_headers.cpp -- -std=c++20 -I${SOURCE}/include -I${SOURCE}/src ${INCLUDES}
  COMMAND_ERROR_IS_FATAL ANY)
