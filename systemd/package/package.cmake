# SPDX-License-Identifier: Apache-2.0
# The Debian package: what it is called, what it depends on, and the scripts that dpkg runs. `cpack` in the
# build folder makes it. Each folder's CMakeLists.txt says what it installs.
find_program(DPKG_ARCHITECTURE dpkg)
execute_process(COMMAND ${DPKG_ARCHITECTURE} --print-architecture OUTPUT_VARIABLE architecture
  OUTPUT_STRIP_TRAILING_WHITESPACE)

set(CPACK_GENERATOR DEB)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR ON) # every destination is absolute: the units name the same paths
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "Assay developers <assay@assay.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compliance evidence assessment service")
set(CPACK_PACKAGE_DESCRIPTION "Assay tells a company under audit which requirements its documents
already prove, and which gaps are left. It reads uploaded evidence in a
sandbox, judges the requirements of a pack such as ISO 27001 or SOC 2
against it, and keeps every verdict with its quotes for auditors. It works
without internet and without a language model.")
set(CPACK_DEBIAN_FILE_NAME assay_${PROJECT_VERSION}_${architecture}.deb)
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE ${architecture})
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

# The libraries come from the programs themselves. Then what they read or run, and last what only the host
# needs that has everything on it.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "systemd (>= 252), openssl, postgresql-client-15 | postgresql-client (>= 15), \
poppler-data, tesseract-ocr-eng, fonts-inter, fonts-noto-core, fonts-droid-fallback")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "postgresql-15 | postgresql (>= 15), nginx-light | nginx")

set(scripts ${CMAKE_CURRENT_BINARY_DIR}/control)
file(GLOB migrations ${CMAKE_SOURCE_DIR}/db/migrations/*.sql)
list(SORT migrations)
list(GET migrations -1 newest)
string(REGEX MATCH "/0*([0-9]+)_[^/]*$" found ${newest})
set(SCHEMA ${CMAKE_MATCH_1}) # the newest one that this version knows
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${migrations})
foreach(script preinst postinst prerm postrm)
  configure_file(package/${script} ${scripts}/${script} @ONLY)
endforeach()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/schema "${SCHEMA}\n")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/schema DESTINATION /usr/share/assay)

# What an administrator may change: dpkg asks before it replaces a changed one.
file(GLOB snippets RELATIVE ${CMAKE_SOURCE_DIR}/nginx/snippets ${CMAKE_SOURCE_DIR}/nginx/snippets/*.conf)
list(TRANSFORM snippets PREPEND /etc/nginx/assay/)
string(REPLACE ";" "\n" snippets "${snippets}")
file(WRITE ${scripts}/conffiles
  "/etc/assay/assay.env\n/etc/assay/pipeline.env\n/etc/nginx/sites-available/assay.conf\n${snippets}\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${scripts}/preinst ${scripts}/postinst ${scripts}/prerm ${scripts}/postrm
  ${scripts}/conffiles)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
