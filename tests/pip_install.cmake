# cmake -D PYTHON=... -D SOURCE=... -D BUILD=... -D SCRATCH=... -P pip_install.cmake: pip installs the package into a
# fresh virtual environment, from a copy of the sources, without a network; then it is used from there. The library
# is not compiled once more: BUILD has it.
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
execute_process(COMMAND ${PYTHON} -m venv --system-site-packages ${SCRATCH}/venv COMMAND_ERROR_IS_FATAL ANY)
file(COPY ${SOURCE}/CMakeLists.txt ${SOURCE}/pyproject.toml ${SOURCE}/setup.py ${SOURCE}/setup.cfg ${SOURCE}/README.md
  ${SOURCE}/python DESTINATION ${SCRATCH}/source)
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env SIGMATCH_BUILD=${BUILD} ${SCRATCH}/venv/bin/python -m pip install --no-build-isolation
    --no-index --no-deps ${SCRATCH}/source
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env --unset=PYTHONPATH ${SCRATCH}/venv/bin/python -c
    "import sigmatch, pathlib
folder = pathlib.Path(sigmatch.__file__).parent
assert folder.is_relative_to('${SCRATCH}/venv'), folder
assert (folder / 'py.typed').exists() and (folder / '_core.pyi').exists() and (folder / 'matching.pyi').exists()
x, k, _ = sigmatch.creature(vertices=600)
result = sigmatch.match(x, x, k, k)
assert result.proven and (result.match == range(len(k))).all(), result
print(sigmatch.__version__, result)"
  WORKING_DIRECTORY ${SCRATCH} COMMAND_ERROR_IS_FATAL ANY)
