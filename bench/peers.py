"""Compare the rules of Buccaneer with other game libraries, in CPU time and strictly in turns: only ratios of one run count.

    python bench/peers.py [folder of another checkout of this project]

Random play is compared with catanatron's, listing the answers to a sailing decision with python-chess's legal moves of a middlegame,
both with the other checkout's. docs/performance.md says how the libraries are installed; what is missing is left out.
"""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("PEERS") or ROOT / "var" / "peers")
"""Where the libraries are: the environments `catanatron` and `chess`."""
ROUNDS, ACTIONS, POSITIONS = 7, 8_000, 60
GOALS = {
    "random play, actions a second": ("catanatron", 2.5),
    "with a view for every seat, actions a second": ("catanatron", 1.5),
    "sailing decisions listed, a second": ("chess", 3),
}


def main(other: str) -> None:
    """Let each program measure in turns; print medians, and the ratios of medians and of the best."""
    programs = {"catanatron": "catanatron_playouts.py", "chess": "chess_listing.py"}
    with ExitStack() as started:
        sides = {"here": started.enter_context(checkout(ROOT))}
        if other:
            sides["there"] = started.enter_context(checkout(Path(other).resolve()))
        for name, program in programs.items():
            if (python := FOLDER / name / "bin" / "python").exists():
                sides[name] = started.enter_context(running([python, ROOT / "bench" / "peers" / program]))
            else:
                print(f"{name}: left out, it is not installed")
        rounds = [{name: figures(side) for name, side in sides.items()} for _ in range(ROUNDS)]
    for index, (title, (peer, goal)) in enumerate(GOALS.items()):
        here = [round_figures["here"][index] for round_figures in rounds]
        print(f"{title:<46} {median(here):>9,.0f}", end="")
        for name in ("there", peer):
            if name in sides:
                beside = [round_figures[name][index if name == "there" else 0] for round_figures in rounds]
                ratios = f"{median(here) / median(beside):.2f} times (best: {max(here) / max(beside):.2f})"
                print(f"   {name} {median(beside):>9,.0f}, {ratios}", end="")
        print(f"   goal {goal} times {peer}", flush=True)


def checkout(folder: Path) -> subprocess.Popen:
    """Start a process that measures the code of this folder, by its own bench/engine.py."""
    env = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'bench'}"}
    return running([sys.executable, "-P", Path(__file__), "--measure"], cwd=folder, env=env)


def running(command: list, **options) -> subprocess.Popen:
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options)


def figures(process: subprocess.Popen) -> list[float]:
    """Let the process measure once."""
    assert process.stdin
    assert process.stdout
    process.stdin.write("\n")
    process.stdin.flush()
    return [float(word) for word in process.stdout.readline().split()]


def measure() -> None:
    """Measure once for each line read."""
    import engine

    some = engine.positions(POSITIONS)
    for _ in sys.stdin:
        bare, seen = (engine.play_on(look, ACTIONS) for look in (lambda state: None, engine.RULES.views))
        print(bare, seen, 1 / engine.each(engine.list_answers, some), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        measure()
    else:
        main(sys.argv[1] if len(sys.argv) > 1 else "")
