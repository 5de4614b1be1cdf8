"""Writes GF1's save log, older log and XML save (spec: notations section 3).

Pieces of a row are named as GF1 finds them: from the one spot of the line that lies in every row on it, back along the
line and then on; the GIPF-pieces that go stand behind the single ones. With that, both logs of the 36 games that GF1
wrote come out byte for byte. Of the XML save no file of GF1's was at hand: its elements and attributes are GF1's, its
white space is not known to be. Unconfirmed as well, as none of the games has it: several rows in one phase, several
GIPF-pieces taken with one row, a game that ends in a removal before a push.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gipfkit.findings import Finding
from gipfkit.gipf.board import BIT, LINES, Colour, Line, names
from gipfkit.gipf.position import Position
from gipfkit.gipf.turn import Removal
from gipfkit.gipf.variant import VARIANTS
from gipfkit.notations.gf1.log import CELL, MARGIN, NAME
from gipfkit.notations.losses import losses, lost_result, not_expressed
from gipfkit.notations.playing import Plies, Ply, plies
from gipfkit.record import Record, WrittenRemoval

KEPT = ("Variant", "White", "Black")
# The spot of a line of 4, 5, 6 or 7 that every row of four on it holds, and of a line of 4 the second.
_MIDDLE = {4: 1, 5: 2, 6: 3, 7: 3}
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Row:
    """A row that goes: its owner, the ends of its run, and the pieces taken, each with its letter (o O x X)."""

    owner: Colour
    ends: tuple[str, str]
    singles: tuple[tuple[str, str], ...]
    gipfs: tuple[tuple[str, str], ...]


def _before(ply: Ply) -> list[Row]:
    """Give the rows taken before a turn's push."""
    if ply.board and ply.turn and not ply.marked_wrong:
        return _rows(ply.board, ply.turn.before)
    return [_row_as_written(group, ply.mover) for group in ply.written.before if group]


def _after(ply: Ply) -> list[Row]:
    """Give the rows taken after a turn's push."""
    if ply.pushed and ply.turn and not ply.marked_wrong:
        return _rows(ply.pushed, ply.turn.after)
    return [_row_as_written(group, ply.mover) for group in ply.written.after if group]


def _rows(position: Position, removals: tuple[Removal, ...]) -> list[Row]:
    rows = []
    for removal in removals:
        order = _order(LINES[removal.line])
        gipfs = removal.gipfs | removal.captured_gipfs
        letters = {spot: _letter(position, spot) for spot in order if BIT[spot] & removal.taken}
        singles = tuple((spot, letter) for spot, letter in letters.items() if not BIT[spot] & gipfs)
        pairs = tuple((spot, letter) for spot, letter in letters.items() if BIT[spot] & gipfs)
        rows.append(Row(removal.colour, _ends(position, removal), singles, pairs))
        position = position.take((removal,))
    return rows


def _order(line: Line) -> list[str]:
    """Give a line's spots as GF1 looks at them: from the middle back, then on."""
    middle = _MIDDLE[len(line.spots)]
    return [*line.spots[middle::-1], *line.spots[middle + 1 :]]


def _ends(position: Position, removal: Removal) -> tuple[str, str]:
    """Give the ends of the run of the owner's pieces that makes the row."""
    line, own = LINES[removal.line], position.pieces(removal.colour)
    low = high = _MIDDLE[len(line.spots)]
    while low and BIT[line.spots[low - 1]] & own:
        low -= 1
    while high + 1 < len(line.spots) and BIT[line.spots[high + 1]] & own:
        high += 1
    return line.spots[low], line.spots[high]


def _letter(position: Position, spot: str) -> str:
    letter = "o" if BIT[spot] & position.white else "x"
    return letter.upper() if BIT[spot] & position.gipfs else letter


def _row_as_written(pieces: WrittenRemoval, mover: Colour) -> Row:
    """Give a row from its list: GF1's order where the pieces lie on one line, and the ends of what goes as its run."""
    listed = {piece.spot for piece in pieces}
    line = next((line for line in LINES if listed <= set(line.spots)), None)
    if line:
        order = _order(line)
        pieces = tuple(sorted(pieces, key=lambda piece: order.index(piece.spot)))
    own = {piece.spot for piece in pieces if not piece.captured} or listed
    run = [spot for spot in (line.spots if line else [piece.spot for piece in pieces]) if spot in own]
    lettered = [(piece, "ox"[mover ^ bool(piece.captured)]) for piece in pieces]
    singles = tuple((piece.spot, letter) for piece, letter in lettered if not piece.gipf)
    gipfs = tuple((piece.spot, letter.upper()) for piece, letter in lettered if piece.gipf)
    return Row(mover, (run[0], run[-1]), singles, gipfs)


def _prepared(record: Record, notation: str) -> tuple[Plies, str]:
    """Give a record's turns and its variant's name, with findings for what the notation can't hold."""
    turns = plies(record)
    turns.findings[:0] = [*losses(record, notation, KEPT), *lost_result(record, notation, turns.last)]
    variant = record.tag("Variant") or (turns.start.variant.name if turns.start else "standard")
    if record.tag("Variant") is None:
        turns.findings.append(not_expressed(f"{notation} always names a variant: {variant}"))
    return turns, _one_line(variant, "Variant", turns.findings)


def _one_line(value: str, name: str, findings: list[Finding]) -> str:
    plain = re.sub(r"[\x00-\x1f\x7f\x85\u2028\u2029]+", " ", value).strip()
    if plain != value:
        findings.append(not_expressed(f"tag {name}: control characters and outer blanks go"))
    return plain


def write(record: Record) -> tuple[str, list[Finding]]:
    """Write a save log, a blank line at its end; findings name what it can't hold."""
    turns, variant = _prepared(record, "gf1")
    if variant.lower() not in VARIANTS:
        turns.findings.append(not_expressed(f"gf1 holds no variant {variant}: written as standard"))
        variant = "standard"
    white, black = (_one_line(record.tag(side) or "", side, turns.findings) for side in ("White", "Black"))
    cells = [_cell(ply) for ply in turns.plies]
    if turns.plies and turns.plies[0].mover:
        cells.insert(0, "")
    lines = [f" {variant} game", "", f"{'':{MARGIN}}{white:{NAME}} {' ' * (len(white) > NAME)}{black}".rstrip(), ""]
    for number, k in enumerate(range(0, len(cells), 2), 1):
        both = cells[k : k + 2]
        lines.append(f"{number:02}. " + (f"{both[0]:{CELL}}{both[1]}" if len(both) > 1 else both[0]))
    return "\n".join([*lines, ""]), turns.findings


def _cell(ply: Ply) -> str:
    if ply.unreadable is not None:
        return ply.unreadable
    before = "".join(f"{_row_text(row)}; " for row in _before(ply))
    push = f"{'G' * ply.push.gipf}{ply.push.dot}-{ply.push.spot}" if ply.push else ""
    return before + push + "".join(f" ; {_row_text(row)}" for row in _after(ply))


def _row_text(row: Row) -> str:
    own = [_named(piece) for piece in row.singles + row.gipfs if _owner(piece) is row.owner]
    captured = [_named(piece) for piece in row.singles + row.gipfs if _owner(piece) is not row.owner]
    return "".join(f"{word} " for word in [*own, f"x({row.ends[0]}-{row.ends[1]})", *captured])


def _owner(piece: tuple[str, str]) -> Colour:
    return Colour("ox".index(piece[1].lower()))


def _named(piece: tuple[str, str]) -> str:
    spot, letter = piece
    return "G" * letter.isupper() + spot


def write_old(record: Record) -> tuple[str, list[Finding]]:
    """Write an older log; findings name what it can't hold."""
    turns, variant = _prepared(record, "gf1-old")
    white, black = (_one_line(record.tag(side) or "", side, turns.findings) for side in ("White", "Black"))
    lines = [f"game: {variant} game", f"white player: {white}", f"black player: {black}", "", "moves:"]
    for ply in turns.plies:
        lines += _old_lines(ply)
    return "\n".join([*lines, "end of gamelog", ""]), turns.findings


def _old_lines(ply: Ply) -> Iterator[str]:
    if ply.unreadable is not None:
        yield ply.unreadable
        return
    yield from _old_rows(_before(ply))
    if ply.push:
        letter = "ox"[ply.mover]
        yield f"{letter.upper() if ply.push.gipf else letter}: {ply.push.dot}-{ply.push.spot}"
    yield from _old_rows(_after(ply))


def _old_rows(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        owner = "ox"[row.owner]
        singles = " ".join(spot + letter for spot, letter in row.singles)
        yield f"  {owner} removerow ({row.ends[0]}-{row.ends[1]}): {singles}"
        for spot, letter in row.gipfs:
            yield f"  {owner} removegipf: {spot}{letter}"


def write_xml(record: Record) -> tuple[str, list[Finding]]:
    """Write an XML save; findings name what it can't hold."""
    turns, variant = _prepared(record, "gf1-xml")
    white, black = (_escaped(record.tag(side) or "", side, turns.findings) for side in ("White", "Black"))
    kind = _escaped(variant, "Variant", turns.findings)
    head = f'<gamelog gametype="{kind} game" whiteplayer="{white}" blackplayer="{black}">'
    body = [line for ply in turns.plies for line in _xml_lines(ply)]
    lines = [
        f'<gipfgame type="{kind}" formatversion="1">',
        f"  <whiteplayer>{white}</whiteplayer>",
        f"  <blackplayer>{black}</blackplayer>",
        *_xml_board(turns.last),
        f"  {head}",
        *(f"    {line}" for line in body),
        "  </gamelog>",
        "</gipfgame>",
        "",
    ]
    return "\n".join(lines), turns.findings


def _escaped(value: str, name: str, findings: list[Finding]) -> str:
    plain = _NOT_XML.sub("?", _one_line(value, name, findings))
    if _NOT_XML.search(value):
        findings.append(not_expressed(f"tag {name}: XML can't hold some of its characters"))
    return re.sub("[&<>\"']", lambda found: _ESCAPES[found[0]], plain)


def _xml_board(position: Position | None) -> Iterator[str]:
    if position is None:
        return
    yield "  <board>"
    for spot in names(position.occupied):
        kind = "gipf" if BIT[spot] & position.gipfs else "piece"
        colour = "white" if BIT[spot] & position.white else "black"
        yield f'    <position type="{kind}" color="{colour}">{spot}</position>'
    yield "  </board>"


def _xml_lines(ply: Ply) -> Iterator[str]:
    if ply.unreadable is not None:
        return
    yield from _xml_rows(_before(ply))
    if ply.push:
        letter = "ox"[ply.mover]
        piece = letter.upper() if ply.push.gipf else letter
        yield f'<move start="{ply.push.dot}" end="{ply.push.spot}" piece="{piece}"/>'
    yield from _xml_rows(_after(ply))


def _xml_rows(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        owner = "ox"[row.owner]
        positions = "".join(f"<position>{spot}{letter}</position>" for spot, letter in row.singles)
        yield f'<removerow start="{row.ends[0]}" end="{row.ends[1]}" owner="{owner}">{positions}</removerow>'
        for spot, letter in row.gipfs:
            yield f'<removegipf owner="{owner}">{spot}{letter}</removegipf>'
