# SPDX-License-Identifier: Apache-2.0
#
# What `cmake --install` puts where: bin/cogs, the libraries, the public headers (src/api/cogs), the
# files that make find_package(cogs) work (tests/package uses them from outside), and the schemas of
# what cogs writes as JSON.
include(CMakePackageConfigHelpers)

# cogs::cogs is the public library; the stages behind it are linked, and their headers not installed.
add_library(cogs_all INTERFACE)
add_library(cogs::cogs ALIAS cogs_all)
set_target_properties(cogs_all PROPERTIES EXPORT_NAME cogs)
set(cogs_targets cogs_all)
# The server (store, http, service) is part of the program alone: who builds on the library needs
# neither Boost nor SQLite.
foreach(layer base json logic table rules score model state path explain batch engine present api)
  if(TARGET cogs_${layer})
    list(APPEND cogs_targets cogs_${layer})
    target_link_libraries(cogs_all INTERFACE cogs_${layer})
  endif()
endforeach()

install(TARGETS ${cogs_targets} EXPORT cogsTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
# find_package(cogs) also takes a build folder; bindings/python is built from one.
export(EXPORT cogsTargets NAMESPACE cogs:: FILE ${PROJECT_BINARY_DIR}/cogsTargets.cmake)
install(EXPORT cogsTargets NAMESPACE cogs:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cogs)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/api/cogs/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/cogs
        FILES_MATCHING PATTERN "*.h")

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/cogsConfig.cmake.in ${PROJECT_BINARY_DIR}/cogsConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cogs)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cogsConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cogsConfig.cmake ${PROJECT_BINARY_DIR}/cogsConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cogs)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(COGS_CLI)
  install(TARGETS cogs RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

# The program writes its own completions, so they are made by running it.
if(COGS_CLI AND NOT CMAKE_CROSSCOMPILING)
  set(completions ${PROJECT_BINARY_DIR}/completions)
  set(completion_files)
  foreach(shell bash zsh fish)
    add_custom_command(
      OUTPUT ${completions}/${shell}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${completions}
      COMMAND cogs completion ${shell} > ${completions}/${shell}
      DEPENDS cogs)
    list(APPEND completion_files ${completions}/${shell})
  endforeach()
  add_custom_target(cogs_completions ALL DEPENDS ${completion_files})
  install(FILES ${completions}/bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
          RENAME cogs)
  install(FILES ${completions}/zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
          RENAME _cogs)
  install(FILES ${completions}/fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
          RENAME cogs.fish)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/schemas/ DESTINATION ${CMAKE_INSTALL_DATADIR}/cogs/schemas
        FILES_MATCHING PATTERN "*.schema.json")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(COGS_CLI AND COGS_SERVE)
  install(FILES ${PROJECT_SOURCE_DIR}/tools/serve/cogs.service DESTINATION ${CMAKE_INSTALL_DATADIR}/cogs/serve)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/tools/verify_log.py DESTINATION ${CMAKE_INSTALL_DATADIR}/cogs)
endif()
