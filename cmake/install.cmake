# The program with its manual page and completions, and the library for find_package(sigmatch).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS sigmatch sigmatch_core sigmatch_synth sigmatch_report sigmatch_evaluation EXPORT sigmatchTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(DIRECTORY include/sigmatch DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/sigmatch)
install(EXPORT sigmatchTargets NAMESPACE sigmatch:: DESTINATION ${package_folder} COMPONENT library)
configure_package_config_file(cmake/sigmatchConfig.cmake.in ${PROJECT_BINARY_DIR}/sigmatchConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sigmatchConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sigmatchConfig.cmake ${PROJECT_BINARY_DIR}/sigmatchConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT library)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
install(TARGETS sigmatch_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set(manual ${PROJECT_BINARY_DIR}/manual)
install(FILES ${manual}/sigmatch.man DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME sigmatch.1)
install(FILES ${manual}/sigmatch.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME sigmatch)
install(FILES ${manual}/sigmatch.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _sigmatch)
install(FILES ${manual}/sigmatch.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
