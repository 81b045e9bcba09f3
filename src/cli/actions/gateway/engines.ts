import { ExitCode } from "../../../contract/index.ts";
import { openEngines } from "../../../engines/index.ts";
import { enginesOf } from "../../../gateway/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable, tableColumns } from "../../display/table.ts";
import { loadSettings } from "../../settings.ts";

const CHECK_TIMEOUT_MS = 10_000;

/** Lists the engines. With `--check` it requests each engine's models, and the exit code is 6 if one fails. */
export const engines: CommandAction = async (terminal, call) => {
  const { config } = await loadSettings(terminal);
  const { host } = terminal;
  const opened = openEngines(enginesOf(config), { env: host.env });
  try {
    const isChecked = call.options["check"] === true;
    const rows = await Promise.all(
      opened.list().map(async (engine) => {
        const signal = AbortSignal.any([host.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
        const health = isChecked ? await engine.check(signal) : undefined;
        return {
          name: engine.name,
          dialect: engine.dialect.id,
          provider: engine.provider,
          place: engine.location,
          models: engine.models,
          ...(engine.defaultModel === undefined ? {} : { default_model: engine.defaultModel }),
          fallback: engine.fallback.map((one) => one.engine),
          ...(health === undefined ? {} : { ok: health.ok, latency_ms: Math.round(health.latencyMs) }),
          ...(health?.error === undefined ? {} : { error: health.error.message, code: health.error.code }),
        };
      }),
    );
    if (terminal.json) terminal.outJson(rows);
    else {
      const { green, red } = terminal.colors;
      const state = (row: (typeof rows)[number]) =>
        row.ok === undefined
          ? ""
          : row.ok
            ? green(`answers in ${row.latency_ms} ms`)
            : red(`${row.code}: ${row.error}`);
      terminal.out(
        ...renderTable(
          ["engine", "dialect", "place", "models", ...(isChecked ? ["state"] : [])],
          rows.map((row) => [
            row.name,
            row.dialect,
            row.place,
            row.models.join(" ") || "any",
            ...(isChecked ? [state(row)] : []),
          ]),
          tableColumns(terminal),
        ),
      );
    }
    return rows.some((row) => row.ok === false) ? ExitCode.unavailable : ExitCode.ok;
  } finally {
    await opened.close();
  }
};
