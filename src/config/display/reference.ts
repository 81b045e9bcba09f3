import { REDACTED } from "../../lib/index.ts";
import { fallbackVariables, otherVariables } from "../layers/known-variables.ts";
import { variableName } from "../layers/variable.ts";
import { resolvePaths } from "../paths.ts";
import { ConfigSchema } from "../schema/config-schema.ts";
import { deprecatedKeys } from "../schema/deprecated-keys.ts";
import { formatKeyPath } from "../schema/key-path.ts";
import { ANY_NAME, type KeyRow, listKeys } from "../schema/key-table.ts";
import { rangeText } from "../validation.ts";

/** The reference of `backplane.toml` in Markdown, written from the key table. */
export function renderConfigReference(): string {
  const rows = listKeys(ConfigSchema);
  return `${[INTRODUCTION, ...renderSections(rows), renderVariables(), SYNTAX, renderDeprecated(), CHECKS].join("\n\n")}\n`;
}

const INTRODUCTION = `<!-- Generated from the key table in src/config; do not edit by hand. -->

# Configuration

The backplane is configured by \`backplane.toml\`, by environment variables and by flags. Everything has a default: no file is needed. [examples/backplane.toml](../examples/backplane.toml) shows every key.

## Layers

A value is taken from the first of these that sets it:

1. the flags of the command;
2. environment variables, \`ABP_*\`;
3. \`backplane.toml\` in the current directory of the command, or the file that \`--config\` or \`ABP_CONFIG\` names in its place;
4. \`backplane.toml\` in the user's configuration directory, \`$XDG_CONFIG_HOME/abp\`;
5. the defaults.

\`abp config show --origin\` prints each value in force and the file, line and column, the variable or the flag that it comes from.

Values are merged key by key, and a list is one value. There are three special rules. The deny lists and the approval list of \`[policy]\` of all layers hold together, so that a project cannot loosen what the user forbids. An entry of \`[backends]\` that states its \`type\` replaces the whole entry of that name from weaker layers; one that does not is laid over it key by key. An empty \`policy_profiles\` changes nothing.

The repository that a work order works on is input and never configuration: \`backplane.toml\` is read from the current directory of the command, and never from the workspace root of a work order. Mind that both are the same directory when a command is started inside the repository; start it elsewhere, or name a file with \`--config\`, for a repository that you do not trust.

## Keys`;

const SYNTAX = `## Variables and secrets in the file

A string in \`backplane.toml\` may name environment variables:

| text | stands for |
|---|---|
| \`\${NAME}\` | the variable's value; it is an error when the variable is not set |
| \`\${NAME:-text}\` | the variable's value, or \`text\` when it is not set or empty |
| \`$\${\` | a plain \`\${\` |

What a variable holds is taken as it is and not looked into again. Variables work in strings of the file only: the environment and the flags are taken as they stand.

A key marked *secret* may be read from a file: \`token_file = "path"\` in place of \`token\` in \`backplane.toml\`, or the key's variable with \`_FILE\` at its end. A line break at the end of that file is dropped. Setting both is an error.

Whatever \`abp config show\` and \`abp config diff\` print, and every error message, has \`${REDACTED}\` in place of secret keys, of values from such files, of values with a variable in them, and of anything that has the form of a credential.

## Paths

A relative path in a file counts from the directory of that file; one in a variable or a flag counts from the current directory. \`~/\` is the home directory.

Directories follow the XDG Base Directory Specification: \`$XDG_CONFIG_HOME/abp\`, \`$XDG_DATA_HOME/abp\`, \`$XDG_STATE_HOME/abp\` and \`$XDG_CACHE_HOME/abp\`; the defaults above are those without these variables. \`ABP_HOME\`, an absolute path, replaces all four with its folders \`config\`, \`data\`, \`state\` and \`cache\`.`;

const CHECKS = `## Errors and warnings

\`abp config check\` lists everything at once, with file, line and column. These are errors, and no command goes on with them: a file that is not TOML or cannot be read, a named file that does not exist, a value of a wrong type or out of its range, a missing variable. A wrong value is an error even where a stronger layer hides it.

These are warnings: a key or an \`ABP_*\` variable that is not known (it is ignored, and the nearest known name is suggested), a deprecated key, a key that the entry's \`type\` does not use, an unusually large value.`;

function renderSections(rows: readonly KeyRow[]): string[] {
  const sections = Map.groupBy(rows, (row) => formatSection(row));
  const descriptions = sectionDescriptions();
  return [...sections]
    .sort(([left], [right]) => Number(left !== "") - Number(right !== ""))
    .map(([section, members]) => {
      const title = section === "" ? "### Top level" : `### \`[${section}]\``;
      const text =
        descriptions.get(section.split(".")[0]!) ?? "These stand before the first section of the file.";
      const table = ["| key | type | default | variable | meaning |", "|---|---|---|---|---|"];
      return [title, "", text, "", ...table, ...members.map(renderRow)].join("\n");
    });
}

function formatSection(row: KeyRow): string {
  return row.path
    .slice(0, -1)
    .map((name) => (name === ANY_NAME ? "<name>" : name))
    .join(".");
}

function sectionDescriptions(): Map<string, string> {
  const entries = Object.entries(ConfigSchema.shape);
  return new Map(entries.map(([name, schema]) => [name, schema.description ?? ""]));
}

function renderRow(row: KeyRow): string {
  const variable = variableName(row.path.map((name) => (name === ANY_NAME ? "NAME" : name)));
  const marks = [
    ...(row.facts.secret === true ? ["Secret."] : []),
    ...(row.facts.warnAbove === undefined ? [] : [`More than ${row.facts.warnAbove} gets a warning.`]),
    ...(row.variant === undefined || row.discriminator
      ? []
      : [
          `Only for \`${row.variant.member} = ${row.variant.values.map((value) => `"${value}"`).join(" or ")}\`.`,
        ]),
  ];
  const meaning = [row.facts.description, ...marks].join(" ");
  const cells = [`\`${row.path.at(-1)}\``, typeText(row), defaultText(row), `\`${variable}\``, meaning];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function typeText(row: KeyRow): string {
  if (row.options !== undefined) return row.options.map((option) => `\`"${option}"\``).join(", ");
  if (row.kind === "integer") return `whole number, ${rangeText(row)}`;
  if (row.kind === "number") return `number, ${rangeText(row)}`;
  if (row.kind === "boolean") return "`true` or `false`";
  if (row.kind === "list") return row.facts.path === true ? "list of paths" : "list of strings";
  return row.facts.path === true ? "path" : "string";
}

function defaultText(row: KeyRow): string {
  if (row.facts.defaultFrom !== undefined) return `\`${resolvePaths({}, "~")[row.facts.defaultFrom]}\``;
  if (row.default !== undefined) return `\`${JSON.stringify(row.default)}\``;
  // A discriminator and the keys of an entry without a default are for the entry to state.
  return row.required ? "required" : "none";
}

function renderVariables(): string {
  const fallbacks = fallbackVariables.map(
    ({ variable, path }) =>
      `| \`${variable}\` | Sets \`${formatKeyPath(path)}\` where \`${variableName(path)}\` does not. |`,
  );
  const others = Object.entries(otherVariables).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return `## Environment variables

The variable of a key is \`ABP_\`, then its path in upper case with \`__\` between the levels: \`ABP_RECEIPTS__ORIGIN\` sets \`receipts.origin\`, and \`ABP_BACKENDS__CLAUDE__COMMAND\` sets \`command\` of \`[backends.claude]\`. Characters of a name other than letters and digits are written as one \`_\`, and left out at its ends: \`ABP_PRICES__CLAUDE_OPUS__INPUT\` sets \`input\` of \`[prices."claude-opus-*"]\` where the file has that section.

The text is read as the key's type. A list is a JSON array or words with commas between them: \`["a","b"]\` or \`a,b\`. A variable that is set and empty counts as not set; \`[]\` is the empty list.

Other variables:

| variable | meaning |
|---|---|
${[...fallbacks, ...others].join("\n")}`;
}

function renderDeprecated(): string {
  const rows = deprecatedKeys.map(
    ({ path, replacement }) => `| \`${formatKeyPath(path)}\` | \`${formatKeyPath(replacement)}\` |`,
  );
  return `## Deprecated keys

They work, with a warning, unless the same place also sets the new key.

| key | use |
|---|---|
${rows.join("\n")}`;
}
