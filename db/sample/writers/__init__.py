# SPDX-License-Identifier: Apache-2.0
# Owns the package of writers that turn sample sources into real file formats.
