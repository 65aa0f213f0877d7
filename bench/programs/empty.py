# Nothing: what starting costs.
# SPDX-License-Identifier: Apache-2.0
