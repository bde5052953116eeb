"""Merges the parts of a report and writes its manifest."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from svcconsole.services.reports import manifest
from svcconsole.services.reports.files import file_name_of
from svcconsole.services.reports.following import ReportFollower, Told
from svcconsole.services.reports.merge import Merged, MergeRefused, PartFile, merge
from svcconsole.services.reports.threads import in_thread
from svcconsole.words.message import Number, message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.runs.report_runs import Stage


async def merge_parts(run: ReportFollower) -> Told:
    """Write the merged file and its manifest, both whole or not at all."""
    yield run.progress()
    name, stopped = file_name_of(run.run), Event()
    parts = [
        PartFile(run.files.part(part.number), part.rows or 0, part.sha256 or "") for part in run.run.parts
    ]
    try:
        merged = await in_thread(merge, parts, run.files.merged(name), stopped.is_set, cancelled=stopped.set)
        warnings = (*run.run.warnings, *_repeats(merged))
        kept = manifest.manifest_of(run.run, merged, name, [Path(part.path.name) for part in parts], warnings)
        await in_thread(manifest.write, kept, run.files.manifest)
    except MergeRefused as why:
        yield await run.end(Stage.STOPPED, why.sentence, why.advice)
        return
    except OSError as error:
        yield await run.end(
            Stage.STOPPED,
            message("The merged file could not be written: {reason}.", reason=system_reason(error)),
            message("Make room on the disk, then go on; the parts are kept."),
        )
        return
    await run.update(
        Stage.DONE,
        file=name,
        rows=merged.rows,
        bytes=merged.size,
        sha256=merged.sha256,
        warnings=warnings,
    )
    yield run.progress()


def _repeats(merged: Merged) -> list[str]:
    """What stands on both sides of a boundary; nothing is taken out for it."""
    return [
        message(
            "{count} of the first rows of part {number} also stand at the end of part {before}.",
            count=count,
            number=Number(number, grouped=False),
            before=Number(number - 1, grouped=False),
        )
        for number, count in enumerate(merged.repeated, 2)
        if count
    ]
