# SPDX-License-Identifier: Apache-2.0
"""Boosted trees, fitted by scikit-learn and written as pipeline/assess/judge/boosted_trees.hpp reads them."""
import numpy
from sklearn.ensemble import HistGradientBoostingClassifier


def fitted(signals, truth, weights, trees, leaves):
    model = HistGradientBoostingClassifier(max_iter=trees, learning_rate=.05, max_leaf_nodes=leaves, l2_regularization=20,
                                           min_samples_leaf=40, early_stopping=False)
    return model.fit(signals, truth, sample_weight=weights)


def tree_of(predictor):
    return [[round(float(node["value"]), 8)] if node["is_leaf"] else
            [float(node["num_threshold"]), int(node["feature_idx"]), int(node["left"]), int(node["right"])]
            for node in predictor.nodes]


def coefficients(model):
    """Of each answer, in the order of the model's classes; one where there are two classes."""
    # scikit-learn has no public way to its trees.
    bias = numpy.asarray(model._baseline_prediction).reshape(-1)
    return [{"bias": float(bias[answer]), "trees": [tree_of(step[answer]) for step in model._predictors]}
            for answer in range(len(bias))]
