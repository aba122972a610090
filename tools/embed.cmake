# SPDX-License-Identifier: Apache-2.0
#
# Writes a C++ file with the texts of other files, so that programs need none of these at run time:
#
#   cmake -DOUTPUT=embedded.cpp -DHEADER=present/embedded.h -DFILES="a.css;b.js" -P embed.cmake
#
# The header declares `std::string_view embedded(std::string_view name)`. What stands in front of a
# file's first empty line is about the file itself and is left out. -DSPACE= is the namespace.
set(text "// Written by tools/embed.cmake.\n#include \"${HEADER}\"\n\n")
string(APPEND text "#include <algorithm>\n#include <iterator>\n#include <utility>\n\n")
if(NOT SPACE)
  set(SPACE cogs::present)
endif()
string(APPEND text "namespace ${SPACE} {\n\nnamespace {\n\n")
string(APPEND text "constexpr std::pair<std::string_view, std::string_view> files[] = {\n")
foreach(file ${FILES})
  file(READ ${file} content)
  string(FIND "${content}" "\n\n" end)
  math(EXPR begin "${end} + 2")
  string(SUBSTRING "${content}" ${begin} -1 content)
  get_filename_component(name ${file} NAME)
  string(APPEND text "    {\"${name}\", R\"=====(${content})=====\"},\n")
endforeach()
string(APPEND text "};\n\n}  // namespace\n\n")
string(APPEND text "std::string_view embedded(std::string_view name) {\n")
string(APPEND text "  const auto found = std::find_if(std::begin(files), std::end(files),\n")
string(APPEND text "                                  [&](const auto& file) { return file.first == name; });\n")
string(APPEND text "  return found == std::end(files) ? std::string_view() : found->second;\n}\n\n")
string(APPEND text "}  // namespace ${SPACE}\n")
file(WRITE ${OUTPUT} "${text}")
