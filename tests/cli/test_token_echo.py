"""A store that sends the token back in every encoding: it reaches no output, no file and no ledger."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.api.masking import MASK
from tests.api.test_masking import ENCODINGS, TOKEN, leaks
from tests.support.command import TOKEN_VARIABLE, CommandLine, Finished
from tests.support.fault_server import answer, answers, fault_server
from tests.support.generate_products import ANSWERS, write_products

ECHOES = [encode(TOKEN) for encode in ENCODINGS.values()]


def files(folder: Path) -> dict[str, str]:
    return {
        str(path): path.read_bytes().decode("latin-1")
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".sock"
    }


async def test_no_encoding_of_the_token_is_written_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
    command = CommandLine(tmp_path / "home")
    source = str(write_products(tmp_path / "made.csv", 4))
    refusal = answer({"status": 400, "errors": [{"message": f"got {echo}"} for echo in ECHOES]}, 400)
    page = answer({"status": 200, "data": {"products": [{"id": "p", "name": echo} for echo in ECHOES]}})
    results, ended = tmp_path / "results", list[Finished]()
    for reply, arguments in (
        (refusal, ("import", "products", source, *ANSWERS, "--results", str(results))),
        (refusal, ("call", "products/list", "{}")),
        (page, ("call", "products/list", "{}")),
    ):
        async with fault_server(answers(reply)) as server:
            to_store = ("--base-url", server.base_url, "--token-env", TOKEN_VARIABLE)
            ended.append(await command.run(*arguments, *to_store))
    imported, refused, listed = ended
    assert (imported.json["refused"], refused.code, listed.code) == (16, 3, 0), imported.stderr
    assert f"got {MASK}" in refused.stderr
    written = files(tmp_path)
    assert any(name.endswith("refused.csv") and MASK.encode().decode("latin-1") in text
               for name, text in written.items())  # fmt: skip
    assert any("workspace.sqlite3" in name for name in written)
    for where, text in {**written, **{str(one): one.stdout + one.stderr for one in ended}}.items():
        assert not leaks(text, TOKEN), where
