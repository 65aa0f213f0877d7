"""A Docker engine of our own, where none may be running: Debian's package, its files in a folder of ours, no bridge, no rules for packets.

The escapes benchmark and the case study share it. Root is needed to install and to start one. Not for images: each caller makes its own.
"""
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import signal
import subprocess
import time

INSTALL_SECONDS = 900


class Missing(Exception):
    """This machine cannot have it; the text says why."""


def install(words, what, folder=None):
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=INSTALL_SECONDS, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Missing(f"{what}: {problem}") from problem
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise Missing(f"{what}: {last[:200]}")
    return done.stdout


def install_debian(package, program):
    if not shutil.which(program):
        if os.geteuid() != 0:
            raise Missing(f"{package} is not installed, and only root can install it")
        install(["apt-get", "install", "-y", "-qq", "--no-install-recommends", package], f"apt-get install {package}")


class Engine:
    """Its data, socket and log are in `folder`. start() and stop() go together."""

    def __init__(self, folder):
        self.folder = folder
        self.socket = f"unix://{folder}/engine.sock"
        self.process = None

    def run(self, *words, **options):
        return subprocess.run(["docker", "-H", self.socket, *words], capture_output=True, timeout=INSTALL_SECONDS, **options)

    def must(self, *words, **options):
        done = self.run(*words, **options)
        if done.returncode != 0:
            last = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()[-1:]
            raise Missing(f"docker {words[0]}: {' '.join(last)[:200]}")
        return done.stdout.decode(errors="replace")

    def has_image(self, image):
        return self.run("image", "inspect", image).returncode == 0

    def start(self):
        install_debian("docker.io", "dockerd")
        if os.geteuid() != 0:
            raise Missing("only root can start an engine")
        self.folder.mkdir(parents=True, exist_ok=True)
        log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            ["dockerd", "--bridge=none", "--iptables=false", "--ip6tables=false", "--host", self.socket, "--data-root", str(self.folder / "data"),
             "--exec-root", str(self.folder / "exec"), "--pidfile", str(self.folder / "pid")], stdout=log, stderr=log, start_new_session=True)
        for _ in range(120):
            time.sleep(0.25)
            if self.run("version").returncode == 0:
                return
            if self.process.poll() is not None:
                break
        last = (self.folder / "log").read_text(errors="replace").strip().splitlines()[-1:]
        self.stop()
        raise Missing(f"dockerd does not run here: {' '.join(last)[:200]}")

    def import_debian(self, image, packages):
        """An image of Debian's least system and these packages, made by debootstrap: no registry is asked."""
        install_debian("debootstrap", "debootstrap")
        root = self.folder / "root"
        shutil.rmtree(root, ignore_errors=True)
        install(["debootstrap", "--variant=minbase", f"--include={','.join(packages)}", "bookworm", str(root)], "debootstrap")
        archive = self.folder / "root.tar"
        install(["tar", "-C", str(root), "-cf", str(archive), "."], "tar")
        try:
            self.must("import", str(archive), image)
        finally:
            archive.unlink()
            shutil.rmtree(root, ignore_errors=True)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
