# cmake -D BUILD=... -D EXAMPLES=... -D SCRATCH=... -P installed_library.cmake: installs the library, builds the
# examples against it, runs them.
file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${EXAMPLES}/ DESTINATION ${SCRATCH}/project)

function(run folder)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${SCRATCH} ${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)
run(${SCRATCH} ${CMAKE_COMMAND} -G Ninja -S project -B build -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix -DCMAKE_BUILD_TYPE=Release)
run(${SCRATCH} ${CMAKE_COMMAND} --build build)
foreach(example IN ITEMS first_match other_proportions check_certificate)
  run(${SCRATCH} build/${example})
endforeach()
run(${SCRATCH} prefix/bin/sigmatch --version)
foreach(file IN ITEMS share/man/man1/sigmatch.1 share/bash-completion/completions/sigmatch)
  if(NOT EXISTS ${SCRATCH}/prefix/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()
