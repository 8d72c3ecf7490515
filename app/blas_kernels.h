#pragma once

/// OpenBLAS chooses its kernels by the model number of the processor. For one that is newer than itself it
/// takes the oldest, which are slow. It chooses once, when a program starts: so where it chose those on a
/// processor that can do better, this starts the program again with the choice made for it.
void restart_with_fitting_kernels(char** argv);
