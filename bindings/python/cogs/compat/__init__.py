# SPDX-License-Identifier: Apache-2.0
"""The calls of other packages for counterfactual explanations, answered by cogs."""
