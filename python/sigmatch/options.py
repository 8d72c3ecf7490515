"""The options of a match, from the library's own table."""

from __future__ import annotations

import inspect
import json
import textwrap
from typing import Any, Callable, Dict, List, NamedTuple, Tuple

import numpy as np

from . import _core


class Option(NamedTuple):
    """One option: `unit` is what its value counts, `words` what it can be, where these are few."""

    name: str
    kind: str
    unit: str
    help: str
    words: List[str]
    is_model: bool
    default_json: str

    @property
    def default(self) -> Any:
        return json.loads(self.default_json)


option_table: List[Option] = [Option(*row) for row in _core.option_rows()]


def as_texts(options: Dict[str, Any]) -> List[Tuple[str, str]]:
    """As the library reads them, a model before the options that follow from it. None stands for the default."""
    given = sorted(options, key=lambda name: name != "model")
    return [(name, _as_text(options[name])) for name in given if options[name] is not None]


def _as_text(value: Any) -> str:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)


def _entry(option: Option) -> str:
    kind = " or ".join(repr(word) for word in option.words) or option.kind
    unit = f", {_units[option.unit]}" if option.unit in _units else ""
    text = option.help.replace("`", "")
    body = textwrap.fill(text if text.endswith(".") else text + ".", 92, initial_indent=" " * 8, subsequent_indent=" " * 8)
    return f"    {option.name}: {kind}{unit}; default {option.default!r}\n{body}"


_units = {
    "SECONDS": "seconds",
    "GB": "gigabytes",
    "PCT": "percent",
    "SHARE": "a share, 0 to 1",
    "WEIGHT": "without unit",
    "COST": "in units of the objective",
    "N": "a count",
    "K": "a count",
    "M": "a count",
}


def with_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Puts all options into the signature and the documentation of a function that takes **options."""
    signature = inspect.signature(function)
    parameters = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    for option in option_table:
        parameters.append(inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=option.default))
    function.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    parts = {True: [], False: []}  # type: Dict[bool, List[str]]
    for option in option_table:
        parts[option.is_model].append(_entry(option))
    function.__doc__ = (
        inspect.cleandoc(function.__doc__ or "")
        + "\n\nOptions of the model:\n"
        + "\n".join(parts[True])
        + "\n\nOptions of the search:\n"
        + "\n".join(parts[False])
        + "\n"
    )
    return function
