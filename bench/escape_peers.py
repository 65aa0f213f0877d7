"""Who is attacked by the escapes benchmark: how each is installed, how a hostile program is run in it, how it is stopped.

Each gets the best settings of its own documentation (or none, where that is how most people run it). Installed are pinned
versions, into .cache/bench-escapes, except for bubblewrap and Docker's engine, which are Debian's packages. What cannot be had here
is skipped loudly, with the reason.
"""
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import functools
import shutil
import subprocess
import sys

import measure

sys.path.insert(0, str(measure.ROOT / "tools"))
from docker_engine import Engine, Missing, install, install_debian  # noqa: E402

CACHE = measure.ROOT / ".cache/bench-escapes"
DUCKDB = ["duckdb==1.5.5", "duckdb-extension-httpfs==1.5.5"]
DENO = "deno@2.9.6"
DEADLINE_SECONDS = 1
CEILING = "stdout,file.read=./data/*"
IMAGE = "synsema-escapes:1"

SYNSEMA_HOST = """require sandbox_run
require file.read("./data/*")
print(json_encode(run_program(args()[0], {"ceiling": "%s", "timeout": %d, "profile": "native"})))
""" % (CEILING, DEADLINE_SECONDS)
PYTHON_HOST = "import sys\nexec(compile(open(sys.argv[1]).read(), 'model', 'exec'))\n"
DUCKDB_HOST = """import sys, threading, duckdb
con = duckdb.connect()
for setting in {settings!r}:
    con.execute(setting)
if {deadline}:
    threading.Timer({deadline}, con.interrupt).start()
for statement in open(sys.argv[1]).read().split(";\\n"):
    if statement.strip():
        try:
            print(con.execute(statement).fetchall())
        except Exception as error:
            print(error)
"""
# docs: operations_manual/securing_duckdb/overview, configuration/overview
DUCKDB_SETTINGS = ["set allowed_directories = ['data/']", "set enable_external_access = false", "set memory_limit = '256MB'",
                   "set threads = 1", "set autoinstall_known_extensions = false", "set lock_configuration = true"]


@dataclasses.dataclass
class Target:
    """Something that runs a hostile program. `command(folder, program)` gives the words; `deadline` is seconds after which
    `stop` is called as its user would, or None when it has no such habit or keeps time itself."""
    name: str
    settings: str
    suffix: str
    command: object
    deadline: int | None = DEADLINE_SECONDS
    stop: object = None
    environment: dict = dataclasses.field(default_factory=dict)
    preamble: str = ""


def duckdb_python():
    """A Python with DuckDB, and its HTTP extension where DuckDB itself would have put it."""
    python = CACHE / "duckdb/bin/python"
    if not python.exists():
        install([measure.python(), "-m", "venv", str(CACHE / "duckdb")], "python3 -m venv")
    install([str(python), "-m", "pip", "install", "-q", *DUCKDB], "pip install duckdb")
    found = next((CACHE / "duckdb").rglob("httpfs.duckdb_extension"), None)
    if found is None:
        raise Missing("the package of the extension httpfs does not hold it")
    version = found.parent.name
    target = CACHE / f"home/.duckdb/extensions/{version}/linux_amd64" / found.name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(found, target)
    return str(python)


def deno_binary():
    binary = CACHE / "deno/node_modules/.bin/deno"
    if not binary.exists():
        if not shutil.which("npm"):
            raise Missing("no npm to fetch it with")
        (CACHE / "deno").mkdir(parents=True, exist_ok=True)
        (CACHE / "deno/package.json").write_text("{}\n")
        install(["npm", "install", "--silent", "--no-audit", "--no-fund", DENO], f"npm install {DENO}", CACHE / "deno")
    return str(binary)


def synsema_targets():
    CACHE.mkdir(parents=True, exist_ok=True)
    host = CACHE / "host.syn"
    host.write_text(SYNSEMA_HOST)
    yield Target("Synsema, run_program", f'ceiling "{CEILING}", timeout {DEADLINE_SECONDS}', "syn",
                 lambda _, program: [measure.synsema(), "run", "--no-env-file", str(host), "--", program.read_text()], None)
    yield Target("Synsema, no ceiling", "what the program's own `require file`, `require net` say", "syn",
                 lambda _, program: [measure.synsema(), "run", "--no-env-file", str(program)], None, preamble="require file\nrequire net\n")


def python_targets():
    yield Target("Python, exec", "a new process, subprocess timeout 1 s", "py",
                 lambda _, program: [measure.python(), "-I", "-c", PYTHON_HOST, str(program)])


def duckdb_targets():
    python = duckdb_python()
    home = {"HOME": str(CACHE / "home")}
    for name, settings, deadline in [("DuckDB, as most run it", [], 0), ("DuckDB, restricted", DUCKDB_SETTINGS, DEADLINE_SECONDS)]:
        host = DUCKDB_HOST.format(settings=settings, deadline=deadline)
        words = "; ".join(settings) + f"; con.interrupt() after {deadline} s" if settings else "duckdb.connect(), no settings"
        yield Target(name, words, "sql", lambda _, program, host=host: [python, "-c", host, str(program)], None, environment=home)


def deno_targets():
    deno = deno_binary()
    quiet = {"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1", "DENO_DIR": str(CACHE / "deno-cache"), "HOME": str(CACHE / "home")}
    for name, flags in [("Deno, -A", ["-A"]), ("Deno, restricted", ["--no-prompt", "--allow-read=data", "--no-remote", "--no-npm"])]:
        yield Target(name, f"deno run {' '.join(flags)}, subprocess timeout 1 s", "ts",
                     lambda _, program, flags=flags: [deno, "run", *flags, str(program)], environment=quiet)


def bubblewrap_targets():
    install_debian("bubblewrap", "bwrap")
    walls = ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL", "--ro-bind", "/usr", "/usr"]
    for link in ["lib", "lib64", "bin"]:
        walls += ["--symlink", f"usr/{link}", f"/{link}"]

    def command(folder, program):
        binds = ["--ro-bind", str(folder / "data"), "/w/data", "--ro-bind", str(program), "/program", "--proc", "/proc", "--dev", "/dev"]
        return ["bwrap", *walls, *binds, "--chdir", "/w", "/usr/bin/python3", "-I", "/program"]
    done = subprocess.run(["bwrap", *walls, "/usr/bin/true"], capture_output=True, text=True)
    if done.returncode != 0:
        raise Missing(f"bwrap does not run here: {done.stderr.strip()[:200]}")
    yield Target("bubblewrap, Python", "--unshare-all --die-with-parent --new-session --clearenv --cap-drop ALL, /usr and data read-only, subprocess timeout 1 s",
                 "py", command)


class Docker(Engine):
    """The engine of the benchmark, and an image with Python alone."""

    def __init__(self):
        super().__init__(CACHE / "docker")

    def make_image(self):
        if not self.has_image(IMAGE):
            self.import_debian(IMAGE, ["python3-minimal"])

    def target(self):
        name = "synsema-escape"
        flags = ["--rm", "--name", name, "--network", "none", "--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--user", "65534",
                 "--memory", "256m", "--pids-limit", "64"]

        def command(folder, program):
            binds = ["-v", f"{folder}/data:/w/data:ro", "-v", f"{program}:/program:ro", "-w", "/w"]
            return ["docker", "-H", self.socket, "run", *flags, *binds, IMAGE, "python3", "-I", "/program"]
        words = " ".join(flags[3:]).replace(f"{name} ", "") + ", data read-only, `docker kill` after 1 s"
        return Target("Docker, Python", words, "py", command, stop=lambda _: self.run("kill", name))


def docker_targets(stack):
    docker = Docker()
    stack.callback(docker.stop)
    docker.start()
    docker.make_image()
    yield docker.target()


def find_targets(stack):
    """All that can be had here, and a list of {what, reason} of the rest. `stack` ends what was started."""
    targets, skipped = [], []
    kinds = {"Synsema": synsema_targets, "Python": python_targets, "DuckDB": duckdb_targets, "Deno": deno_targets,
             "bubblewrap": bubblewrap_targets, "Docker": functools.partial(docker_targets, stack)}
    for what, make in kinds.items():
        try:
            targets += list(make())
        except Missing as missing:
            measure.say_skipped(what, str(missing))
            skipped.append({"what": what, "reason": str(missing)})
    return targets, skipped


def versions(targets):
    """What answered, by name."""
    asked = {"synsema": [measure.synsema(), "version"], "python": [measure.python(), "--version"]}
    names = " ".join(target.name for target in targets)
    if "DuckDB" in names:
        asked["duckdb"] = [str(CACHE / "duckdb/bin/python"), "-c", "import duckdb; print(duckdb.__version__)"]
    if "Deno" in names:
        asked["deno"] = [deno_binary(), "--version"]
    if "bubblewrap" in names:
        asked["bubblewrap"] = ["bwrap", "--version"]
    if "Docker" in names:
        asked["docker"] = ["dockerd", "--version"]
    return {name: measure.first_line(words) for name, words in asked.items()}
