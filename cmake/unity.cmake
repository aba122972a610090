# SPDX-License-Identifier: Apache-2.0
#
# Most of what a compiler does here is read the same headers again. With COGS_UNITY, the files of a
# folder are compiled some at a time as one. Files of different folders never meet, so that a name
# in an unnamed namespace has to be unique in its folder alone. A file whose short names are worth
# more than its time (`using rules::Literal;`) is listed as one that stays alone.

set(COGS_UNITY_FILES 24 CACHE STRING "Files that COGS_UNITY compiles as one")

# cogs_unity(target file...): the files are those of the target that may be compiled together.
function(cogs_unity target)
  if(NOT COGS_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(SORT ARGN)
  set(before "")
  foreach(file ${ARGN})
    get_filename_component(folder ${file} DIRECTORY)
    if(NOT folder STREQUAL before)
      set(before ${folder})
      set(count 0)
      file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${folder})
      string(REPLACE "/" "_" name ${name})
    endif()
    math(EXPR group "${count} / ${COGS_UNITY_FILES}")
    math(EXPR count "${count} + 1")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${name}_${group})
  endforeach()
endfunction()

# cogs_alone(file...): these are compiled one by one all the same.
function(cogs_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# cogs_together(group file...): these form a group of their own, whatever their folders.
function(cogs_together group)
  if(COGS_UNITY)
    set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
  endif()
endfunction()
