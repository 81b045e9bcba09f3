import { AbpError, ExitCode } from "../../../contract/index.ts";
import { dialects, findDialect, type RegisterRow, registerOf, rulesFor } from "../../../dialects/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable, tableColumns } from "../../display/table.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** Prints the features of one pair of dialects, or the fidelity of all pairs. */
export const register: CommandAction = async (terminal, call) => {
  const [from, to] = call.arguments as [string | undefined, string | undefined];
  if (from === undefined) return showMatrix(terminal);
  if (to === undefined)
    throw new AbpError("usage_invalid", "name both dialects, or none", { where: "abp register" });
  const pair = registerOf(findDialect(from), findDialect(to));
  if (terminal.json) terminal.outJson({ ...pair, rules: rulesFor(to) });
  else {
    terminal.out(`Requests, ${from} to ${to}:`, ...table(terminal, pair.request));
    terminal.out("", `Replies, ${to} to ${from}:`, ...table(terminal, pair.reply));
    terminal.out("", `Rules that may apply to models of ${to}:`, ...ruleTable(terminal, to));
  }
  return ExitCode.ok;
};

function ruleTable(terminal: Terminal, to: string): string[] {
  return renderTable(
    ["rule", "remedies", "what it does"],
    rulesFor(to).map(({ id, remedies, title }) => [id, remedies.join(", "), title]),
    tableColumns(terminal),
  );
}

function showMatrix(terminal: Terminal): number {
  const pairs = dialects.map((from) => dialects.map((to) => countOf(registerOf(from, to).request)));
  if (terminal.json) {
    terminal.outJson(
      dialects.flatMap((from, row) =>
        dialects.map((to, column) => ({ from: from.id, to: to.id, ...pairs[row]![column]! })),
      ),
    );
    return ExitCode.ok;
  }
  const rows = dialects.map((from, row) => [
    from.id,
    ...pairs[row]!.map(({ lossless, lossy, unsupported }) => `${lossless}/${lossy}/${unsupported}`),
  ]);
  terminal.out(
    ...renderTable(["from \\ to", ...dialects.map((dialect) => dialect.id)], rows, tableColumns(terminal)),
  );
  terminal.say("features of a request: lossless / lossy (emulated or disclosed) / unsupported (refused)");
  return ExitCode.ok;
}

function countOf(rows: readonly RegisterRow[]): Record<RegisterRow["fidelity"], number> {
  const count = { lossless: 0, lossy: 0, unsupported: 0 };
  // A feature that the caller's dialect does not have cannot be lost.
  for (const row of rows) if (row.from !== undefined) count[row.fidelity] += 1;
  return count;
}

function table(terminal: Terminal, rows: readonly RegisterRow[]): string[] {
  const { green, yellow, red } = terminal.colors;
  const paint = { lossless: green, lossy: yellow, unsupported: red };
  const ofCaller = rows.filter((row) => row.from !== undefined);
  return renderTable(
    ["feature", "becomes", "there", "note"],
    ofCaller.map((row) => [row.title, paint[row.fidelity](row.disposition), row.to ?? "-", row.note]),
    tableColumns(terminal),
  );
}
