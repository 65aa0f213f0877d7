#!/usr/bin/env python3
"""Opens report.html in Chromium and looks at it: page_test.py REPORT [PICTURES]. In both languages, light and dark, wide and narrow.

Debian's chromium is driven by playwright-core (npm, pinned, into .cache). Where either is missing the last line says that all was skipped.
"""
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLACE = ROOT / ".cache/case-02-browser"
DRIVER = "playwright-core@1.65.1"
WIDTHS = [1280, 390]
SCRIPT = """
const { chromium } = require('playwright-core');
(async () => {
  const [page_url, folder, browser_path] = process.argv.slice(1);
  const browser = await chromium.launch({ executablePath: browser_path, args: ['--no-sandbox'] });
  const looks = [];
  for (const theme of ['light', 'dark']) for (const width of [1280, 390]) for (const language of ['en', 'es']) {
    const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 900 }, offline: true });
    const page = await context.newPage();
    const said = [];
    page.on('console', message => { if (['error', 'warning'].includes(message.type())) said.push(message.text()); });
    page.on('pageerror', error => said.push(String(error)));
    page.on('request', request => { if (!/^(file|data):/.test(request.url())) said.push('asked for ' + request.url()); });
    await page.goto(page_url);
    if (language === 'es') await page.click('label[for=in-es]');
    const file = `${folder}/${theme}-${width}-${language}.png`;
    await page.screenshot({ path: file });
    await page.screenshot({ path: file.replace('.png', '-whole.png'), fullPage: true });
    looks.push({ theme, width, language, file, said, text: await page.innerText('main'),
      overflow: await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      charts: await page.evaluate(theme => [...document.querySelectorAll(`figure .${theme} svg`)].filter(s => s.getBoundingClientRect().width > 100).length, theme) });
    await context.close();
  }
  await browser.close();
  console.log(JSON.stringify(looks));
})().catch(error => { console.error(String(error)); process.exit(1); });
"""
WORDS = {"en": ["Running the code an LLM wrote", "right", "Median", "The code, side by side", "What it does not solve", "sandboxed ÷ unsandboxed", "contained"],
         "es": ["Ejecutar el código que escribió un LLM", "correcta", "Mediana", "El código, lado a lado", "Lo que no resuelve", "con muros ÷ sin muros", "contenido"]}
OTHERS = {"en": ["correcta", "Mediana"], "es": ["Median ", "contained", "What it does not solve", "Right"]}


def find_driver():
    """The browser's path, with the driver installed; or why not."""
    browser = shutil.which("chromium")
    if not browser:
        return None, "no chromium (apt-get install chromium)"
    if not shutil.which("npm"):
        return None, "no npm to fetch playwright-core with"
    package = PLACE / "node_modules/playwright-core/package.json"
    if not package.exists() or json.loads(package.read_text())["version"] != DRIVER.split("@")[1]:
        PLACE.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(PLACE), DRIVER], capture_output=True, text=True, timeout=180)
        if done.returncode != 0:
            return None, f"npm install {DRIVER}: {done.stderr.strip()[:200]}"
    return browser, None


def mean_and_spread(path):
    """Of the bytes of a PNG's lines, filters undone as far as a comparison needs: the mean of the first pixel of each line, and how many different bytes."""
    data, packed, place = pathlib.Path(path).read_bytes(), b"", 8
    while place < len(data):
        size, kind = struct.unpack(">I4s", data[place:place + 8])
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", data[place + 8:place + 18])
        if kind == b"IDAT":
            packed += data[place + 8:place + 8 + size]
        place += size + 12
    depth = {2: 3, 6: 4}[color]
    lines, row, first = zlib.decompress(packed), 1 + width * depth, []
    above = 0
    for index in range(height):
        method, value = lines[index * row], lines[index * row + 1]
        above = (value + (above if method in (2, 4) else above // 2 if method == 3 else 0)) % 256
        first.append(above)
    return sum(first) / len(first), len(set(lines))


def check(looks):
    problems = []
    for look in looks:
        name = f"{look['theme']} {look['width']} {look['language']}"
        text = look["text"]
        problems += [f"{name}: the console says {said}" for said in look["said"]]
        problems += [f"{name}: no text {word!r}" for word in WORDS[look["language"]] if word not in text]
        problems += [f"{name}: text of the other language {word!r}" for word in OTHERS[look["language"]] if word in text]
        if look["overflow"] > 0:
            problems.append(f"{name}: {look['overflow']} px wider than the window")
        if look["charts"] < 1:
            problems.append(f"{name}: no chart of this theme is seen")
        look["mean"], spread = mean_and_spread(look["file"])
        if spread < 30:
            problems.append(f"{name}: the picture is blank ({spread} different bytes)")
        if (look["mean"] < 80) != (look["theme"] == "dark"):
            problems.append(f"{name}: the background has brightness {look['mean']:.0f}")
    return problems


def main():
    report = pathlib.Path(sys.argv[1]).resolve()
    browser, missing = find_driver()
    if missing:
        print(f"SKIPPED: report.html was not looked at in a browser: {missing}")
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else scratch)
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["node", "-e", SCRIPT, "--", report.as_uri(), str(folder), browser], cwd=PLACE, capture_output=True, text=True, timeout=180)
        if done.returncode != 0:
            print(f"the browser failed: {done.stderr.strip()[-500:]}")
            return 1
        problems = check(json.loads(done.stdout))
    print("\n".join(problems) or f"report.html: {len(WIDTHS) * 4} looks, nothing amiss")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
