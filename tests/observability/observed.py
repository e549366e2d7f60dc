# SPDX-License-Identifier: Apache-2.0
"""The files of systemd/observability, what they ask Prometheus for, and promtool."""
import json
import os
import re
import shutil
import subprocess
import tempfile

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOLDER = os.path.join(ROOT, "systemd", "observability")
# What Grafana puts in place of its variables.
VARIABLES = {"$job": "assay", "$__rate_interval": "5m"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rules():
    return [rule for group in yaml.safe_load(read(f"{FOLDER}/assay.rules.yml"))["groups"] for rule in group["rules"]]


def dashboard():
    return json.loads(read(f"{FOLDER}/assay-dashboard.json"))


def dashboard_expressions():
    for panel in dashboard()["panels"]:
        for target in panel.get("targets", ()):
            expression = target["expr"]
            for name, text in VARIABLES.items():
                expression = expression.replace(name, text)
            yield expression


def expressions():
    return [rule["expr"] for rule in rules()] + list(dashboard_expressions())


def asked_for(expression):
    """[(metric, its labels in braces)]: what the expression selects. Functions and words of the language are no metric."""
    plain = re.sub(r'"(?:[^"\\]|\\.)*"', '""', expression)
    return [(name, set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", braces or "")))
            for name, braces in re.findall(r"\b(up|assay[\w:]*)\b\s*(?:\{([^}]*)\})?", plain)]


def grouped_by(expression):
    return {label for found in re.findall(r"\b(?:by|on|without) \(([^)]*)\)", expression)
            for label in re.split(r",\s*", found)}


def promtool(*words, text=None, files=None):
    """Runs promtool in a folder with the rules, the example and `files`; returns status and output."""
    folder = tempfile.mkdtemp(prefix="assay-promtool-")
    try:
        for name in ("assay.rules.yml", "prometheus.yml"):
            shutil.copy(os.path.join(FOLDER, name), folder)
        for name, content in (files or {}).items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(content)
        done = subprocess.run(["promtool", *words], cwd=folder, input=text, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, timeout=120)
        return done.returncode, done.stdout
    finally:
        shutil.rmtree(folder)
