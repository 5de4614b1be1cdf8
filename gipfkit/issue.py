"""What is wrong with a turn, a start or an ending, without its place."""

from dataclasses import dataclass

from gipfkit.findings import CODES


@dataclass(frozen=True, slots=True)
class Issue:
    """What is wrong with a turn, without its place.

    ``hint`` says what to do, as far as the turn alone shows it; ``advice`` what of that holds whatever else may fit.
    """

    code: str
    message: str
    hint: str | None = None
    severity: str | None = None
    advice: str | None = None

    @property
    def weight(self) -> str:
        """The severity: the code's own unless another is given."""
        return self.severity or CODES[self.code].severity
