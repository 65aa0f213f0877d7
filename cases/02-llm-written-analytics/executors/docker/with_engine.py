#!/usr/bin/env python3
"""Runs a command with a Docker engine and the image of pandas at hand: with_engine.py [--ready] COMMAND [ARGUMENTS…].

An engine that runs is used; otherwise one of our own is started for as long as the command runs (root is needed). The image is built where it is
missing, from debian:bookworm or, where no registry answers, by debootstrap. With --ready nothing is built or installed: only what is there already
counts. The command learns by its environment: SYNSEMA_CASE_DOCKER is the engine's address, SYNSEMA_CASE_IMAGE the image, or SYNSEMA_CASE_NO_DOCKER why not.
"""
# SPDX-License-Identifier: Apache-2.0
import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
CACHE = ROOT / ".cache/case-02"
REQUIREMENTS = HERE.parent / "requirements.txt"
sys.path.insert(0, str(ROOT / "tools"))
from docker_engine import Engine, Missing, install  # noqa: E402

REGISTRY_SECONDS = 60
HOW_TO = "`make case` builds its image and measures it"


def image_name():
    """Another image for other packages or another recipe."""
    recipe = REQUIREMENTS.read_bytes() + (HERE / "Dockerfile").read_bytes()
    return f"synsema-case-pandas:{hashlib.sha256(recipe).hexdigest()[:12]}"


class Running(Engine):
    """An engine that somebody else started."""

    def __init__(self, folder):
        super().__init__(folder)
        self.socket = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")

    def answers(self):
        try:
            return shutil.which("docker") is not None and self.run("version").returncode == 0
        except (OSError, subprocess.TimeoutExpired):
            return False


def say(text):
    print(f"docker: {text}", file=sys.stderr, flush=True)


def pull(engine):
    """Whether a registry gave debian:bookworm."""
    try:
        done = subprocess.run(["docker", "-H", engine.socket, "pull", "-q", "debian:bookworm"], capture_output=True, timeout=REGISTRY_SECONDS)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False


def find_base(engine, image):
    if engine.has_image("debian:bookworm") or pull(engine):
        return "debian:bookworm"
    base = "synsema-case-base:bookworm"
    if not engine.has_image(base):
        say("no registry answers: Debian's system comes from debootstrap (a minute or two)")
        engine.import_debian(base, ["python3"])
    return base


def build(engine, image):
    """pip runs outside, for the Python of bookworm, so that the build needs no index."""
    say(f"building {image}")
    base = find_base(engine, image)
    context = CACHE / "docker-context"
    shutil.rmtree(context, ignore_errors=True)
    context.mkdir(parents=True)
    shutil.copy(HERE / "Dockerfile", context)
    wanted = [line for line in REQUIREMENTS.read_text().split() if line.startswith(("numpy=", "pandas=", "pyarrow="))]
    pip = CACHE / "bin/pip"
    install([str(pip) if pip.exists() else "pip", "install", "-q", "--target", str(context / "packages"), "--python-version", "3.11", "--only-binary=:all:", *wanted],
            "pip install for the image")
    engine.must("build", "-q", "--network", "host", "--build-arg", f"BASE={base}", "-t", image, str(context))
    shutil.rmtree(context, ignore_errors=True)


def open_engine(ready):
    """(engine, image), running and built."""
    image, marker = image_name(), CACHE / "docker-image"
    running = Running(CACHE / "docker")
    if running.answers():
        if not running.has_image(image):
            if ready:
                raise Missing(f"the image is not built; {HOW_TO}")
            build(running, image)
        return running, image
    if ready and (not marker.exists() or marker.read_text() != image):
        raise Missing(f"no engine runs; {HOW_TO}")
    engine = Engine(CACHE / "docker")
    engine.start()
    try:
        if not engine.has_image(image):
            build(engine, image)
        marker.write_text(image)
    except BaseException:
        engine.stop()
        raise
    return engine, image


def main():
    words = sys.argv[1:]
    ready = words[:1] == ["--ready"]
    command = words[1:] if ready else words
    if not command:
        sys.exit(__doc__)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the engine is stopped then too
    environment, engine = dict(os.environ), None
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        engine, image = open_engine(ready)
        environment.update(SYNSEMA_CASE_DOCKER=engine.socket, SYNSEMA_CASE_IMAGE=image)
    except Missing as missing:
        environment["SYNSEMA_CASE_NO_DOCKER"] = str(missing)
    try:
        return subprocess.run(command, env=environment).returncode
    finally:
        if engine:
            engine.stop()


if __name__ == "__main__":
    sys.exit(main())
