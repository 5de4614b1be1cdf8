"""Logs as Board Game Arena saves them, made of legal games, with undo, chat and repeated packets strewn in."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gipfkit.gipf.board import DOTS, LINES, PATHS_OF_DOT, names
from gipfkit.gipf.position import RUNS, Position
from gipfkit.gipf.turn import Removal, Turn
from gipfkit.gipf.variant import Variant

IDS = ("84000001", "84000002")
NAMES = ("Ann", "Bob")
PLAYERS = [{"id": IDS[0], "color": "ffffff", "name": "Ann"}, {"id": IDS[1], "color": "000000", "name": "Bob"}]
TIME = 967_248_000  # 26 August 2000

Json = dict[str, Any]


def note(name: str, log: str = "", /, **args: Any) -> Json:
    """Make a notification without its uid."""
    return {"type": name, "log": log, "args": args}


def by(side: int) -> Json:
    """Make the args that name a player."""
    return {"player_id": IDS[side], "player_name": NAMES[side]}


@dataclass
class Style:
    """How a log tells a game: ``end`` or first spot, rows by ``lines`` or by their pieces, whose rows, without chat."""

    end: bool = False
    lines: bool = False
    owners: bool = True
    noise: bool = True


def turn_notes(turn: Turn, before: Position, side: int, style: Style) -> list[Json]:
    """Tell a turn."""
    notes = [told for removal in turn.before for told in removal_notes(removal, side, style)]
    if turn.push:
        path = turn.push.path
        run = RUNS[path.index][before.take(turn.before).occupied & path.mask]
        spot = path.spots[run.bit_count()] if style.end else path.first
        args = {"dot": path.dot, "spot": spot, "kind": "gipf" if turn.push.gipf else "single"}
        notes.append(note("pieceEntered", "${player_name} enters a piece: ${dot}-${spot}", **args, **by(side)))
    return notes + [told for removal in turn.after for told in removal_notes(removal, side, style)]


def removal_notes(removal: Removal, side: int, style: Style) -> list[Json]:
    """Tell a removal: by its pieces, or by the ends of its line and a word for each GIPF-piece."""
    who = by(side) if style.owners else {}
    if not style.lines:
        return [note("rowRemoved", "${player_name} takes a row", spots=removal.spots, **who)]
    ends = [LINES[removal.line].spots[0], LINES[removal.line].spots[-1]]
    kept, gone = names(removal.left), names(removal.gipfs | removal.captured_gipfs)
    told = [note("gipfKept", spots=kept, **who)] if kept else []
    return [*told, note("rowRemoved", line="-".join(ends), take=gone, **who)]


def undone(rng: random.Random, side: int, notes: Sequence[Json]) -> list[Json]:
    """Make actions that are undone: one that is taken back, or several before the turn is restarted."""
    if rng.random() < 0.5:
        return [false_push(rng, side), note("undo", "${player_name} takes back one action", **by(side))]
    tried = list(notes[: rng.randrange(len(notes) + 1)])
    if not any(one["type"] == "pieceEntered" for one in tried):
        tried.append(false_push(rng, side))
    return [*tried, note("undo", "${player_name} restarts the turn", **by(side))]


def false_push(rng: random.Random, side: int) -> Json:
    dot = rng.choice(DOTS)
    return note("pieceEntered", dot=dot, spot=rng.choice(PATHS_OF_DOT[dot]).first, kind="gipf", **by(side))


def noise(rng: random.Random) -> list[Json]:
    """Make notifications that have nothing to do with the game."""
    return [
        note("chatmessage", "${player_name} ${message}", message="she restarts, takes back e1-e2", **by(1)),
        note("updateReflexionTime", "", player_id=IDS[0], delta="90"),
        note("gameStateChange", "", name="playerTurn", active_player=IDS[0]),
    ][: rng.randrange(4)]


def log_notes(
    played: Sequence[tuple[Turn, Position]], variant: Variant, seed: int = 0, style: Style | None = None
) -> list[list[Json]]:
    """Tell a game: the notifications of each packet, uids given."""
    rng, style = random.Random(seed), style or Style()
    before = Position.initial(variant)
    packets = [[note("gameStart", "", variant=variant.name)]]
    for k, (turn, after) in enumerate(played):
        notes = turn_notes(turn, before, k % 2, style)
        for k_noise in range(rng.randrange(3) if style.noise else 0):
            packets += [[one] for one in undone(rng, k % 2, notes)] + [noise(rng)] * k_noise
        # A removal taken back and made again, in the midst of the turn.
        if style.noise and len(notes) > 1 and rng.random() < 0.5:
            packets += [[*notes], [note("undo", "${player_name} takes back one action", **by(k % 2))], [notes[-1]]]
        else:
            packets.append(notes)
        before = after
    return [[{**one, "uid": f"{k}-{n}"} for n, one in enumerate(packet)] for k, packet in enumerate(packets)]


def as_packets(packets: Sequence[list[Json]], *, doubled: bool = True, rng: random.Random | None = None) -> list[Json]:
    """Put notifications into packets, each also on a player's channel, in any order where ``rng`` is given."""
    found = []
    for k, data in enumerate(packets, 1):
        head = {"table_id": "123456789", "packet_id": str(k), "packet_type": "history", "move_id": str(k // 2 + 1)}
        rest = {**head, "time": str(TIME + k), "data": data}
        found.append({"channel": "/table/t123456789", **rest})
        if doubled:
            found.append({"channel": f"/player/p{IDS[0]}", **rest})
    if rng:
        rng.shuffle(found)
    return found


def contained(packets: list[Json], container: str) -> str:
    """Write packets in one of the site's three containers."""
    if container == "logs":
        return json.dumps({"status": 1, "data": {"logs": packets, "players": PLAYERS}})
    if container == "data":
        return json.dumps({"status": 1, "data": {"valid": 1, "data": packets}})
    return json.dumps(packets)
