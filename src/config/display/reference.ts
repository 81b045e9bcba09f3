import { formatKeyPath } from "../../contract/index.ts";
import { REDACTED } from "../../lib/index.ts";
import { fallbackVariables, otherVariables } from "../layers/known-variables.ts";
import { variableName } from "../layers/variable.ts";
import { resolvePaths } from "../paths.ts";
import { ConfigSchema } from "../schema/config-schema.ts";
import { deprecatedKeys } from "../schema/deprecated-keys.ts";
import { ANY_NAME, type KeyDefinition, listKeys } from "../schema/key-table.ts";
import { CallPolicyConfig } from "../schema/policy-schema.ts";
import { rangeText } from "../validation.ts";

/** Writes docs/configuration.md from the schema. */
export function renderConfigReference(): string {
  const definitions = listKeys(ConfigSchema);
  return `${[INTRODUCTION, ...renderSections(definitions), renderVariables(), SYNTAX, renderDeprecated(), CHECKS].join("\n\n")}\n`;
}

const INTRODUCTION = `<!-- Generated from src/config/schema; do not edit by hand. -->

# Configuration

Set options in \`backplane.toml\`, in environment variables or with flags. Every key has a default, so that no file is needed. [examples/backplane.toml](../examples/backplane.toml) shows every key, \`abp config check\` checks your file, and \`abp config show --origin\` prints each effective value and where it comes from.

## Layers

The first of these that sets a key wins:

1. the flags of the command;
2. environment variables, \`ABP_*\`;
3. \`backplane.toml\` in the current directory, or the file that \`--config\` or \`ABP_CONFIG\` names instead;
4. \`backplane.toml\` in the user's configuration directory, \`$XDG_CONFIG_HOME/abp\`;
5. the defaults.

Values are merged key by key, and a list is one value. These are the exceptions:

- The deny lists and the approval list of \`[policy]\`, and \`policy_profiles\`, are combined from all layers.
- The allow lists of \`[policy]\` in a project's file can only narrow the user's. Of two patterns that overlap, none is kept; name the tools and hosts one by one there. A mode that the user sets to \`strict\` stays strict.
- An entry of \`[backends]\` that states its \`type\` replaces the whole entry of that name from weaker layers. An entry without \`type\` is merged key by key.

## Trust

A repository is input, never configuration. \`backplane.toml\` is read from the current directory, never from the workspace root of a work order, and it is used only after you trusted its content:

\`\`\`console
$ abp up
error config_untrusted: backplane.toml: the project file is not trusted and not used: it would set engines.claude.base_url
  backplane.toml:2:1 would set engines.claude.base_url
$ abp config trust          # after you have read the file
\`\`\`

On a terminal, commands ask instead. \`abp config show\` lists the keys of an untrusted file, \`abp config trust --list\` all trusted files, and \`abp config untrust\` ends the trust.

- Trusted is one content at one path. After any change, such as a \`git pull\`, the file is untrusted again. The list is in the directory \`trust\` of the state directory.
- An untrusted file has no effect: no variable is replaced, and no file that it names is read. Commands that need the configuration end with exit code 3. \`--ignore-project-config\` goes on without the file.
- A file that \`--config\` or \`ABP_CONFIG\` (an absolute path) names is used without this step.
- A symbolic link, a directory, a pipe or a file above 1 MiB is never used as a project's file.
- A running daemon keeps the last trusted content and logs what changed. Trusting the new content makes its keys take effect. A key that is removed or changed in the file is refused at once, trusted or not.
- Files with secrets (\`*_file\`) in the directory of the file are part of the trusted content. Other files that it names (\`policy_profiles\`, \`recordings\`, the program of a backend) are not.

A file that you trust can still not take your credentials. Flags and variables are trusted most, then the user's file, then a project's or a named file:

- An engine's \`api_key\`, its \`headers\`, and the callers' keys (\`credential = "caller"\`) never go to a \`base_url\` from a less trusted place. That is an error which names both places. The address of a \`preset\` counts as standing beside the key, and a vendor's variable such as \`ANTHROPIC_API_KEY\` is only sent to that address. A variable such as \`ABP_ENGINES__CLAUDE__BASE_URL\` may redirect a key of a file.
- Only the user's own file, variables and flags may set an engine's \`credential_command\` and \`credential_file\`. In a project's file they are an error, also if the file is trusted or named with \`--config\`.
- A project's file cannot change an entry of \`[keys]\` that the user's file has.

In a program, \`loadConfig\` and the drop-in clients follow the same rules. They throw \`config_untrusted\`, or leave the file out with \`ignoreProjectConfig: true\`.

## Keys`;

const SYNTAX = `## Variables and secrets in the file

A string in \`backplane.toml\` may name environment variables:

| text | stands for |
|---|---|
| \`\${NAME}\` | the variable's value. It is an error when the variable is not set |
| \`\${NAME:-text}\` | the variable's value, or \`text\` when it is not set or empty |
| \`$\${\` | a plain \`\${\` |

The value of a variable is not searched for further variables. Only strings in the file are replaced: environment variables and flags are taken literally.

To read a key marked *secret* from a file, write \`token_file = "path"\` instead of \`token\` in \`backplane.toml\`, or add \`_FILE\` to the key's variable. A line break at the end of the file is dropped. Setting both is an error.

\`abp config show\`, \`abp config diff\` and every error message print \`${REDACTED}\` instead of secret keys, values from such files, values that contain a variable, and anything that looks like a credential.

## Paths

A relative path in a file is resolved against the directory of that file. A relative path in a variable or a flag is resolved against the current directory. \`~/\` is the home directory.

Directories follow the XDG Base Directory Specification: \`$XDG_CONFIG_HOME/abp\`, \`$XDG_DATA_HOME/abp\`, \`$XDG_STATE_HOME/abp\` and \`$XDG_CACHE_HOME/abp\`. The defaults above apply when these variables are not set. \`ABP_HOME\`, an absolute path, replaces all four with its subdirectories \`config\`, \`data\`, \`state\` and \`cache\`. A relative or empty value of an XDG variable is ignored. A home directory (\`HOME\`) that is empty or relative is an error, and so is a relative \`ABP_HOME\`, \`ABP_CONFIG\`, \`ABP_AGENTS\` or \`TMPDIR\`: they would make files of the current directory yours.`;

const CHECKS = `## Errors and warnings

\`abp config check\` lists all problems at once, with file, line and column. It refuses whatever \`abp up\` would refuse: both use the same checks.

With an error no command runs: a file that is not TOML or cannot be read, a named file that does not exist, a value of the wrong type or out of range, a missing variable. A wrong value is an error even where a stronger layer overrides it.

A table that does not exist, such as \`[engine.a]\`, is an error.

A warning stops nothing: an unknown key or \`ABP_*\` variable (it is ignored, and the nearest known name is suggested), a deprecated key, a key that the entry's \`type\` does not use, an unusually large value.`;

function renderSections(definitions: readonly KeyDefinition[]): string[] {
  const sections = Map.groupBy(definitions, (definition) => formatSection(definition));
  const descriptions = sectionDescriptions();
  return [...sections]
    .sort(([left], [right]) => Number(left !== "") - Number(right !== ""))
    .map(([section, members]) => {
      const title = section === "" ? "### Top level" : `### \`[${section}]\``;
      const text =
        descriptions.get(section) ??
        descriptions.get(section.split(".")[0]!) ??
        "These stand before the first section of the file.";
      const table = ["| key | type | default | variable | meaning |", "|---|---|---|---|---|"];
      return [title, "", text, "", ...table, ...members.map(renderDefinition)].join("\n");
    });
}

function formatSection(definition: KeyDefinition): string {
  return definition.path
    .slice(0, -1)
    .map((name) => (name === ANY_NAME ? "<name>" : name))
    .join(".");
}

function sectionDescriptions(): Map<string, string> {
  const entries = Object.entries(ConfigSchema.shape);
  const policy = CallPolicyConfig.description!;
  return new Map([
    ...entries.map(([name, schema]) => [name, schema.description ?? ""] as const),
    ["routes.<name>.policy", policy],
    ["keys.<name>.policy", policy],
  ]);
}

function renderDefinition(definition: KeyDefinition): string {
  const variable = variableName(definition.path.map((name) => (name === ANY_NAME ? "NAME" : name)));
  const marks = [
    ...(definition.facts.secret === true ? ["Secret."] : []),
    ...(definition.facts.warnAbove === undefined
      ? []
      : [`More than ${definition.facts.warnAbove} gets a warning.`]),
    ...(definition.variant === undefined || definition.discriminator
      ? []
      : [
          `Only for \`${definition.variant.member} = ${definition.variant.values.map((value) => `"${value}"`).join(" or ")}\`.`,
        ]),
  ];
  const meaning = [definition.facts.description, ...marks].join(" ");
  const cells = [
    `\`${definition.path.at(-1)}\``,
    typeText(definition),
    defaultText(definition),
    `\`${variable}\``,
    meaning,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function typeText(definition: KeyDefinition): string {
  if (definition.options !== undefined)
    return definition.options.map((option) => `\`"${option}"\``).join(", ");
  if (definition.kind === "integer") return `whole number, ${rangeText(definition)}`;
  if (definition.kind === "number") return `number, ${rangeText(definition)}`;
  if (definition.kind === "boolean") return "`true` or `false`";
  if (definition.kind === "list") {
    const strings = definition.facts.item === undefined ? "strings" : "strings or tables";
    return `list of ${definition.facts.path === true ? "paths" : strings}`;
  }
  return definition.facts.path === true ? "path" : "string";
}

function defaultText(definition: KeyDefinition): string {
  if (definition.facts.defaultFrom !== undefined)
    return `\`${resolvePaths({}, "/~")[definition.facts.defaultFrom].slice(1)}\``;
  if (definition.default !== undefined) return `\`${JSON.stringify(definition.default)}\``;
  return definition.required ? "required" : "none";
}

function renderVariables(): string {
  const fallbacks = fallbackVariables.map(
    ({ variable, path }) =>
      `| \`${variable}\` | Sets \`${formatKeyPath(path)}\` if \`${variableName(path)}\` does not. |`,
  );
  const others = Object.entries(otherVariables).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return `## Environment variables

The variable of a key is \`ABP_\` and the path in upper case, with \`__\` between the levels: \`ABP_RECEIPTS__ORIGIN\` sets \`receipts.origin\`, and \`ABP_BACKENDS__CLAUDE__COMMAND\` sets \`command\` of \`[backends.claude]\`. In a name, other characters than letters and digits become one \`_\`, and none at the ends: \`ABP_PRICES__CLAUDE_OPUS__INPUT\` sets \`input\` of \`[prices."claude-opus-*"]\` if the file has that section.

The text is read as the key's type. A list is a JSON array, or words separated by commas: \`["a","b"]\` or \`a,b\`. A variable that is set and empty counts as not set. \`[]\` is the empty list.

Other variables:

| variable | meaning |
|---|---|
${[...fallbacks, ...others].join("\n")}`;
}

function renderDeprecated(): string {
  const definitions = deprecatedKeys.map(
    ({ path, replacement }) => `| \`${formatKeyPath(path)}\` | \`${formatKeyPath(replacement)}\` |`,
  );
  return `## Deprecated keys

The old names still work, with a warning, unless the same file or environment also sets the new key.

| key | use |
|---|---|
${definitions.join("\n")}`;
}
