import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from gipfkit.cli import cli
from gipfkit.cli.plot import FORMATS, KINDS

ROOT = Path(__file__).parent.parent.parent
SAMPLES = ROOT / "samples"
GAME1, GAME2 = SAMPLES / "game1.gipf", SAMPLES / "game2.gipf"
MAGIC = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF-"}


def run(*arguments: str | Path, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli, ["plot", *[str(argument) for argument in arguments]], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def words(path: Path) -> set[str]:
    """The texts of an SVG."""
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    return {"".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")}


def game(white: str = "Ann", black: str = "Bob", result: str = "1-0", turns: str = "1. b3 b4", more: str = "") -> str:
    tags = f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n[Variant "basic"]\n{more}'
    return f'{tags}[Termination "{"unterminated" if result == "*" else "resignation"}"]\n\n{turns} {result}\n\n'


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("format_", FORMATS)
def test_every_kind_comes_in_every_format(kind: str, format_: str, tmp_path: Path) -> None:
    path = tmp_path / f"picture.{format_}"
    result = run(kind, GAME1, GAME2, "-o", path)
    assert (result.exit_code, result.output) == (0, "")
    assert path.read_bytes().startswith(MAGIC[format_])
    assert list(tmp_path.iterdir()) == [path]


def test_the_suffix_is_read_in_any_case_of_letters(tmp_path: Path) -> None:
    path = tmp_path / "A.SVG"
    assert run("length", GAME1, "-o", path).exit_code == 0
    assert "Length of games" in words(path)


@pytest.mark.parametrize(
    ("kind", "title", "label"),
    [
        ("length", "Durée des parties", "parties"),
        ("captures", "Prises au fil des tours", "Noirs : moyenne"),
        ("gipfs", "Pièces GIPF au fil des tours", "sur le plateau (pièces GIPF)"),
        ("reserves", "Réserves au fil des tours", "en réserve (pièces)"),
        ("branching", "Poussées permises au fil des tours", "n = 2 parties, tournoi"),
        ("results", "Score des Blancs par variante", "n = 1 partie terminée"),
        ("heatmap", "Où se trouvent les pièces", "pièces des Blancs (n = 126 positions)"),
        ("timeline", "Blancs – Noirs", "gain des Blancs (réserve vide) après 42 tours, tournoi"),
    ],
)
def test_pictures_speak_french(kind: str, title: str, label: str, tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    assert run(kind, GAME1, GAME2, "--lang", "fr", "-o", path).exit_code == 0
    assert {title, label} <= words(path)


def test_the_size_is_in_inches_or_marked_in_centimetres(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    for size, width, height in (("8x5", 576, 360), ("8x5in", 576, 360), ("25.4x12.7cm", 720, 360)):
        assert run("length", GAME1, "--size", size, "-o", path).exit_code == 0
        root = ElementTree.fromstring(path.read_text())
        assert (float(root.get("width", "")[:-2]), float(root.get("height", "")[:-2])) == (width, height)
    png = tmp_path / "x.png"
    assert run("length", GAME1, "--size", "4x3", "--dpi", "50", "-o", png).exit_code == 0
    assert (int.from_bytes(png.read_bytes()[16:20]), int.from_bytes(png.read_bytes()[20:24])) == (200, 150)


def test_a_style_changes_the_paper(tmp_path: Path) -> None:
    files = []
    for style in ("light", "dark", "grey"):
        assert run("length", GAME1, "--style", style, "-o", tmp_path / "x.svg").exit_code == 0
        files.append((tmp_path / "x.svg").read_text())
    assert len(set(files)) == 3
    assert "#1d1f21" in files[1]
    assert "#e69f00" in files[0]
    assert "#e69f00" not in files[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["length", GAME1, "-o", "x.gif"], "a picture's name ends in .png, .svg or .pdf"),
        (["length", GAME1, "-o", "x"], "a picture's name ends in .png, .svg or .pdf"),
        (["length", GAME1, "-o", "-"], "a picture's name ends in .png, .svg or .pdf"),
        (["length", GAME1], "Missing option '-o'"),
        (["length", "-o", "x.png"], "Missing argument"),
        (["lengths", GAME1, "-o", "x.png"], "is not one of 'length'"),
        (["length", GAME1, "-o", "x.png", "--of", "entries"], "--of is for heatmap"),
        (["length", GAME1, "-o", "x.png", "--game", "1"], "--game is for timeline"),
        (["timeline", GAME1, "-o", "x.png", "--game", "2"], "1 game chosen, no game 2"),
        (["length", GAME1, "-o", "x.png", "--size", "8"], "is no size: write 8x5 (inches) or 20x12cm"),
        (["length", GAME1, "-o", "x.png", "--size", "8x5mm"], "is no size"),
        (["length", GAME1, "-o", "x.png", "--size", "nanx5"], "is no size"),
        (["length", GAME1, "-o", "x.png", "--size", "8x5cm"], "too small or too large"),
        (["length", GAME1, "-o", "x.png", "--size", "8x500"], "too small or too large"),
        (["length", GAME1, "-o", "x.png", "--size", "100x100", "--dpi", "1200"], "up to 20,000 dots a side"),
        (["length", GAME1, "-o", "x.png", "--dpi", "0"], "is not in the range"),
        (["length", GAME1, "-o", "x.png", "--where", "turn > 3"], "did you mean turns?"),
        (["length", GAME1, "-o", "x.png", "--lang", "de"], "is not one of 'en', 'fr'"),
    ],
)
def test_wrong_use_exits_with_2_and_says_how(
    arguments: list[str | Path], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "kept"),
    [
        ([], 3),
        (["--player", "ann"], 2),
        (["--result", "0-1"], 1),
        (["--no-bots"], 2),
        (["--since", "2001"], 1),
        (["--until", "2000"], 1),
        (["--min-turns", "3"], 1),
        (["--termination", "unterminated"], 1),
        (["--variant", "basic"], 3),
        (["--where", "turns > 2 and black == 'Bob'"], 1),
        (["--read-as", "standard"], 3),
    ],
)
def test_the_filters_of_stats_choose_the_games(arguments: list[str], kept: int, tmp_path: Path) -> None:
    text = (
        game(more='[Date "2000.08.26"]\n')
        + game(turns="1. b3 b4 2. c2", result="0-1", more='[Date "2001.??.??"]\n')
        + game("Dumbot", "Cleo", "*")
    )
    path = tmp_path / "x.svg"
    result = run("length", "-", "-o", path, *arguments, stdin=text)
    assert result.exit_code == 0
    variant = "standard" if "--read-as" in arguments else "basic"
    assert f"n = {kept} {'game' if kept == 1 else 'games'}, {variant}" in words(path)
    assert (f"{kept} of 3 games chosen" in result.stderr) is (kept < 3)
    assert run("length", "-", "-q", "-o", path, *arguments, stdin=text).stderr == ""


@pytest.mark.parametrize("kind", KINDS)
def test_where_no_game_is_chosen_nothing_is_written_and_that_is_said(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    path.write_text("the picture before")
    result = run(kind, GAME1, "--variant", "basic", "-o", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("nothing is written: no ")
    assert result.stderr.endswith("; 0 of 1 games chosen\n")
    assert path.read_text() == "the picture before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gipfs"], "no game with GIPF-pieces to draw: basic games have none"),
        (["heatmap", "--of", "captures"], "no capture to draw"),
        (["results"], "no finished game to draw"),
    ],
)
def test_games_without_what_is_to_be_drawn(arguments: list[str], said: str, tmp_path: Path) -> None:
    result = run(*arguments, "-", "-o", tmp_path / "x.svg", stdin=game(result="*"))
    assert (result.exit_code, result.stderr) == (2, f"nothing is written: {said}\n")
    assert list(tmp_path.iterdir()) == []


def test_games_with_errors_are_drawn_up_to_there_and_exit_with_1(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    text = game() + game(turns="1. b3 b9 2. b4")
    result = run("reserves", "-", "-o", path, stdin=text)
    assert result.exit_code == 1
    assert "1 game has errors and counts up to the first turn that can't be played" in result.stderr
    assert "n = 2 games, basic" in words(path)


def test_a_path_that_is_missing_exits_with_2_and_the_rest_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    result = run("length", tmp_path / "none", GAME1, "-o", path)
    assert result.exit_code == 2
    assert "unreadable-path" in result.stderr
    assert "n = 1 game, tournament" in words(path)


def test_the_timeline_draws_the_game_that_is_named_of_those_chosen(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    text = game("Cleo", turns="1. b3 b9") + game() + game("Dora", "Eve", turns="1. b3 b4 2. c2")
    for arguments, names, code in (
        ([], "Cleo – Bob", 1),
        (["--game", "2"], "Ann – Bob", 0),
        (["--game", "3"], "Dora – Eve", 0),
        (["--player", "Eve"], "Dora – Eve", 0),
        (["--where", "ok", "--game", "2"], "Dora – Eve", 0),
    ):
        result = run("timeline", "-", "-o", path, *arguments, stdin=text)
        assert result.exit_code == code
        assert names in words(path)
    result = run("timeline", "-", "-o", path, "--game", "4", stdin=text)
    assert (result.exit_code, "3 games chosen, no game 4" in result.stderr) == (2, True)


def test_what_a_heatmap_counts_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "x.svg"
    for arguments, title in (
        ([], "Where pieces stand"),
        (["--of", "pieces"], "Where pieces stand"),
        (["--of", "entries"], "Where pieces are entered"),
        (["--of", "captures"], "Where pieces are captured"),
    ):
        assert run("heatmap", GAME1, "-o", path, *arguments).exit_code == 0
        assert title in words(path)


def test_a_folder_that_is_missing_leaves_nothing(tmp_path: Path) -> None:
    result = run("length", GAME1, "-o", tmp_path / "no" / "such.png")
    assert result.exit_code == 2
    assert "doesn't exist" in result.stderr
    assert run("length", GAME1, "-o", tmp_path).exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_plot_imports_neither_pyplot_nor_pandas_and_wrong_use_no_matplotlib(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom gipfkit.cli import cli\n"
        "try: cli(sys.argv[1:], standalone_mode=False)\nexcept SystemExit: pass\n"
        "print(*sys.modules)"
    )

    def imported(*arguments: str) -> set[str]:
        command = [sys.executable, "-W", "error", "-c", code, "plot", *arguments]
        return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())

    drawing = imported("captures", str(GAME1), "-o", str(tmp_path / "x.png"))
    assert "matplotlib" in drawing
    assert not {"matplotlib.pyplot", "pandas"} & drawing
    assert not {"matplotlib", "numpy", "pandas"} & imported("--help")


def test_results_are_drawn_by_opening_as_well(tmp_path: Path) -> None:
    path = tmp_path / "results.svg"
    assert run("results", SAMPLES, "--by", "opening", "-o", path).exit_code == 0
    text = path.read_text()
    assert "score by opening" in text
    assert "B5-90" in text
    assert "--by is for results" in run("length", GAME1, "--by", "opening", "-o", path).stderr


def test_the_starts_that_a_picture_of_openings_leaves_out_are_said(tmp_path: Path) -> None:
    text = '[Variant "basic"]\n\nb3 h3 *\n\n' * 2 + '[Variant "standard"]\n\nb3 h3 *\n\n'
    said = run("openings", "-", "-o", tmp_path / "x.svg", stdin=text).stderr
    assert said == "note: drawn is basic, where 2 of 3 games begin; --variant chooses\n"


@pytest.mark.parametrize("arguments", [[], ["--by", "opening"]])
def test_scores_of_nothing_and_of_all_can_be_drawn(tmp_path: Path, arguments: list[str]) -> None:
    for games in (3, 6, 10, 25):
        for mark in ("1-0", "0-1"):
            text = f'[Variant "basic"]\n[Termination "resignation"]\n\nb3 h3 {mark}\n\n' * games
            assert run("results", "-", *arguments, "-o", tmp_path / "x.svg", stdin=text).exit_code == 0
