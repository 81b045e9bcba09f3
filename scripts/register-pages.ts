import { type Dialect, dialects, type RegisterRow, registerOf } from "../src/dialects/index.ts";

/** The pages of the register: the matrix of all pairs, and one page for each ordered pair. */
export function renderRegister(): [string, string][] {
  const pairs = dialects.flatMap((from) =>
    dialects.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  return [
    ["docs/register/README.md", renderMatrix()],
    ...pairs.map(([from, to]): [string, string] => [pagePath(from, to), renderPair(from, to)]),
  ];
}

function pagePath(from: Dialect, to: Dialect): string {
  return `docs/register/${from.id}-to-${to.id}.md`;
}

function renderMatrix(): string {
  const header = `# The register

What becomes of every feature between any two dialects: **mapped** (the target means the same), **emulated** (an emulator
provides it), **disclosed** (advisory, cannot be said there; the call goes on and the loss is named) or **refused** (part of
the contract, cannot be honoured; a typed error before anything is sent). \`strict\` turns disclosed into refused. The pages
are generated from the feature tables in \`src/dialects/*/features.ts\` and \`reply-features.ts\`, which are the runtime's rule
as well; \`abp register X Y\` prints the same, and \`abp explain FILE --to Y\` applies it to one request. What depends on a
value (an effort level, a schema keyword) is reported by the writer and noted where it is known. What depends on the model is
the matter of rules: see [model rules](../model-rules.md).

The vendors' interfaces as of today are what counts: Gemini and OpenAI reason too, and sign or encrypt it.

Features of a request, lossless / lossy (emulated or disclosed) / unsupported (refused), of those the caller's dialect can
say:
`;
  const rows = dialects.map((from) => {
    const cells = dialects.map((to) => {
      const counts = countRows(registerOf(from, to).request);
      return from === to ? counts : `[${counts}](${from.id}-to-${to.id}.md)`;
    });
    return `| **${from.id}** | ${cells.join(" | ")} |`;
  });
  const ids = dialects.map((dialect) => dialect.id).join(" | ");
  const rule = `|---|${dialects.map(() => "---|").join("")}`;
  const titles = dialects.map((dialect) => `- \`${dialect.id}\`: ${dialect.title}`);
  return [header, `| from \\ to | ${ids} |`, rule, ...rows, "", ...titles, ""].join("\n");
}

function countRows(rows: readonly RegisterRow[]): string {
  const sayable = rows.filter((row) => row.from !== undefined);
  const count = (fidelity: string) => sayable.filter((row) => row.fidelity === fidelity).length;
  return `${count("lossless")}/${count("lossy")}/${count("unsupported")}`;
}

function renderPair(from: Dialect, to: Dialect): string {
  const pair = registerOf(from, to);
  return [
    `# ${from.id} to ${to.id}`,
    "",
    `A caller speaks ${from.title}, the engine ${to.title}.`,
    "",
    "## Requests",
    "",
    ...renderRows(pair.request, from.id, to.id),
    "",
    "## Replies",
    "",
    ...renderRows(pair.reply, to.id, from.id),
    "",
  ].join("\n");
}

function renderRows(rows: readonly RegisterRow[], from: string, to: string): string[] {
  const sayable = rows.filter((row) => row.from !== undefined);
  const lines = sayable.map((row) => {
    const cells = [row.title, code(row.from), `**${row.disposition}**`, code(row.to), row.note];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return [`| feature | in ${from} | becomes | in ${to} | note |`, "|---|---|---|---|---|", ...lines];
}

function code(place: string | undefined): string {
  return place === undefined || place === "" ? "" : `\`${place}\``;
}
