# SPDX-License-Identifier: Apache-2.0
# Converts sample sources to real file formats.
