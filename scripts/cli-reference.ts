import type { CommandSpec } from "../src/cli/index.ts";
import { commands } from "../src/cli/index.ts";

const header = `# Commands

Every command takes \`--json\`, \`--quiet\`, \`--verbose\`, \`--no-color\`, \`--config <file>\` and
\`--ignore-project-config\`. Data goes to standard output, and
messages for people go to standard error. \`-\` as a file name reads standard input. [errors.md](errors.md) lists the exit
codes. This page is generated from \`src/cli/commands/\`.
`;

function section(spec: CommandSpec): string {
  const positional = (spec.arguments ?? []).map((one) =>
    one.optional === true ? `[${one.name}]` : `<${one.name}>`,
  );
  const facts = [
    ...(spec.arguments ?? []).map((one) => [`\`${one.name}\``, one.description, choices(one.choices)]),
    ...(spec.options ?? []).map((one) => [
      `\`${one.flags}\``,
      one.description,
      choices(one.choices, one.default),
    ]),
  ];
  const rows = facts.map((cells) => `| ${cells.map(escapeCell).join(" | ")} |`);
  const table = rows.length === 0 ? [] : ["| | | |", "|---|---|---|", ...rows, ""];
  return [
    `## abp ${[...spec.path, ...positional].join(" ")}`,
    "",
    `${spec.summary}.`,
    "",
    ...table,
    "```sh",
    ...spec.examples.map(([line, meaning]) => `${line}  # ${meaning}`),
    "```",
    "",
  ].join("\n");
}

function choices(values: readonly string[] | undefined, preset?: string): string {
  const parts = [values?.join(", "), preset === undefined ? undefined : `default ${preset}`];
  return parts.filter((part) => part !== undefined).join("; ");
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** The reference of all commands, from the table. */
export function renderCliReference(): string {
  return [header, ...commands.filter((spec) => spec.hidden !== true).map(section)].join("\n");
}
