"""pip install --no-build-isolation . builds the library and the extension with CMake; the rest is pyproject.toml.

With SIGMATCH_BUILD=FOLDER in the environment, a CMake build that exists serves, and nothing is compiled twice.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

root = Path(__file__).parent.resolve()


def build(folder: Path) -> None:
    options = [
        "-DCMAKE_BUILD_TYPE=Release",
        "-DSIGMATCH_TESTS=OFF",
        f"-DPython_EXECUTABLE={sys.executable}",
    ]
    subprocess.run(["cmake", "-G", "Ninja", "-S", root, "-B", folder, *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "sigmatch_python"], check=True)


class CMakeBuild(build_ext):
    def build_extension(self, extension: Extension) -> None:
        if "SIGMATCH_BUILD" in os.environ:
            folder = Path(os.environ["SIGMATCH_BUILD"])
        else:
            folder = Path(self.build_temp).resolve() / "cmake"
            build(folder)
        target = Path(self.get_ext_fullpath(extension.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        (built,) = (folder / "python" / "sigmatch").glob("_core*.so")
        self.copy_file(str(built), str(target))


version = re.search(r'VERSION ([\d.]+)', (root / "CMakeLists.txt").read_text().split("project(")[1]).group(1)
setup(version=version, ext_modules=[Extension("sigmatch._core", [])], cmdclass={"build_ext": CMakeBuild})
