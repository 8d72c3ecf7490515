# cmake -D CLANG_FORMAT=... -D SOURCE=... -P format.cmake: fails on a C++ file that clang-format would change.
file(GLOB_RECURSE files ${SOURCE}/app/*.cpp ${SOURCE}/app/*.h ${SOURCE}/bench/*.cpp ${SOURCE}/examples/*.cpp
  ${SOURCE}/fuzz/*.cpp ${SOURCE}/include/*.h ${SOURCE}/python/*.cpp ${SOURCE}/python/*.h ${SOURCE}/src/*.cpp
  ${SOURCE}/src/*.h ${SOURCE}/tests/*.cpp ${SOURCE}/tests/*.h)
execute_process(COMMAND ${CLANG_FORMAT} --dry-run -Werror ${files} COMMAND_ERROR_IS_FATAL ANY)
