# cmake -D PYTHON=... -D SOURCE=... -D BUILD=... -D EXAMPLES=... -D SCRATCH=... -P package.cmake: makes the Debian
# packages and the wheel from the build, unpacks and installs them into clean folders, and tries them there. Nothing
# of them may ask for a certain processor or name a folder of this machine.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
file(COPY ${EXAMPLES}/ DESTINATION ${SCRATCH}/project)

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SCRATCH} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# No flags for a certain processor in what was compiled or is exported, no paths of this machine in what is exported.
file(STRINGS ${BUILD}/compile_commands.json flags REGEX " -m(arch|tune|cpu|avx|sse4|fma)")
if(flags)
  message(FATAL_ERROR "compiled for a certain processor: ${flags}")
endif()
run(cpack --config ${BUILD}/CPackConfig.cmake -B ${SCRATCH}/packages)
file(GLOB debs ${SCRATCH}/packages/*.deb)
list(LENGTH debs count)
if(NOT count EQUAL 2)
  message(FATAL_ERROR "expected two Debian packages, not: ${debs}")
endif()
foreach(deb IN LISTS debs)
  run(dpkg-deb -x ${deb} ${SCRATCH}/root)
endforeach()
set(prefix ${SCRATCH}/root/usr)
file(GLOB_RECURSE exported ${prefix}/lib/*.cmake)
list(LENGTH exported count)
if(count LESS 3)
  message(FATAL_ERROR "find_package() has nothing to find: ${exported}")
endif()
foreach(file IN LISTS exported)
  file(STRINGS ${file} bad REGEX "-march|-mavx|-mtune|${SOURCE}|${BUILD}|\"/usr/lib")
  if(bad)
    message(FATAL_ERROR "${file} holds what does not travel: ${bad}")
  endif()
endforeach()

# The program, its manual, and a project that uses the library.
run(${prefix}/bin/sigmatch --version)
foreach(file IN ITEMS share/man/man1/sigmatch.1 share/bash-completion/completions/sigmatch)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} is not in the package")
  endif()
endforeach()
run(${CMAKE_COMMAND} -G Ninja -S project -B build -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build build)
foreach(example IN ITEMS first_match other_proportions check_certificate)
  run(build/${example})
endforeach()

# The wheel, without a network; the library is not compiled once more: BUILD has it.
if(NOT PYTHON)
  message(STATUS "no Python package was built: the wheel is not tried")
  return()
endif()
file(COPY ${SOURCE}/CMakeLists.txt ${SOURCE}/pyproject.toml ${SOURCE}/setup.py ${SOURCE}/setup.cfg ${SOURCE}/README.md
  ${SOURCE}/python DESTINATION ${SCRATCH}/source)
run(${PYTHON} -m venv --system-site-packages --without-pip venv)  # it finds the pip outside
run(${CMAKE_COMMAND} -E env SIGMATCH_BUILD=${BUILD} venv/bin/python -m pip wheel --quiet --no-build-isolation --no-index
  --no-deps -w packages ${SCRATCH}/source)
file(GLOB wheel ${SCRATCH}/packages/*.whl)
run(venv/bin/python -m pip install --quiet --no-index --no-deps ${wheel})
run(${CMAKE_COMMAND} -E env --unset=PYTHONPATH venv/bin/python -c
    "import sigmatch, pathlib
folder = pathlib.Path(sigmatch.__file__).parent
assert folder.is_relative_to('${SCRATCH}/venv'), folder
assert (folder / 'py.typed').exists() and (folder / '_core.pyi').exists() and (folder / 'matching.pyi').exists()
(core,) = folder.glob('_core*.so')
assert b'${BUILD}' not in core.read_bytes(), 'the extension names the build folder'
x, k, _ = sigmatch.creature(vertices=600)
result = sigmatch.match(x, x, k, k)
assert result.proven and (result.match == range(len(k))).all(), result
print(sigmatch.__version__, result)")
