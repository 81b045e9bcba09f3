import { formatKeyPath } from "../../contract/index.ts";
import { redactText, suggest } from "../../lib/index.ts";
import type { Environment } from "../paths.ts";
import { findDeprecated } from "../schema/deprecated-keys.ts";
import { type KeyPath, startsWith } from "../schema/key-path.ts";
import { ANY_NAME, findDefinition, isSection, type KeyDefinition, namesBelow } from "../schema/key-table.ts";
import { fallbackVariables, isOtherVariable, otherVariables } from "./known-variables.ts";
import type { Leaf } from "./layer.ts";
import { absolutePaths, type ReadContext, readSecretFile } from "./read-context.ts";
import { LEVEL_SEPARATOR, readText, VARIABLE_PREFIX, variableName, variableSegment } from "./variable.ts";

export interface EnvironmentReadContext extends ReadContext {
  /** The values of weaker layers. A variable finds a name that the user chose there, whatever its case. */
  readonly weaker: readonly Leaf[];
}

const FILE_SUFFIX = "_FILE";

/** Reads the `ABP_*` variables as a layer. A variable that is set and empty counts as not set. */
export function readEnvironment(environment: Environment, context: EnvironmentReadContext): Leaf[] {
  const found = new Map<string, Leaf>();
  const add = (leaf: Leaf | undefined): void => {
    if (leaf !== undefined && !found.has(formatKeyPath(leaf.path))) found.set(formatKeyPath(leaf.path), leaf);
  };
  const later: (() => void)[] = [];

  for (const variable of Object.keys(environment).sort()) {
    const text = environment[variable] ?? "";
    if (!variable.startsWith(VARIABLE_PREFIX) || text === "" || isOtherVariable(variable)) continue;
    const path = resolveVariable(variable, context);
    if (path !== undefined) {
      add(readVariable(variable, path, text, context));
      continue;
    }
    const secretPath = variable.endsWith(FILE_SUFFIX)
      ? resolveVariable(variable.slice(0, -FILE_SUFFIX.length), context)
      : undefined;
    if (secretPath !== undefined && findDefinition(context.definitions, secretPath)?.facts.secret === true) {
      add(readFileVariable(variable, secretPath, text, environment, context));
      continue;
    }
    later.push(() => add(readRenamedOrUnknown(variable, text, context)));
  }
  // A deprecated name counts only if no variable has set the new one.
  for (const read of later) read();
  for (const { variable, path } of fallbackVariables) {
    const text = environment[variable] ?? "";
    if (
      text !== "" &&
      !found.has(formatKeyPath(path)) &&
      findDefinition(context.definitions, path) !== undefined
    ) {
      add(readVariable(variable, path, text, context));
    }
  }
  return [...found.values()];
}

/** Finds the key that a variable sets. Names that the user chose match whatever their case and hyphens. */
function resolveVariable(
  variable: string,
  { definitions, weaker }: EnvironmentReadContext,
): KeyPath | undefined {
  let path: KeyPath = [];
  for (const segment of variable.slice(VARIABLE_PREFIX.length).split(LEVEL_SEPARATOR)) {
    if (segment === "") return undefined;
    const name = segment.toLowerCase();
    if (namesBelow(definitions, path).includes(name)) {
      path = [...path, name];
    } else if (isSection(definitions, [...path, ANY_NAME])) {
      const parent = path;
      const known = weaker
        .filter((leaf) => startsWith(leaf.path, parent) && leaf.path.length > parent.length)
        .map((leaf) => leaf.path[parent.length]!);
      const chosen = known.includes(name) ? name : known.find((one) => variableSegment(one) === segment);
      path = [...path, chosen ?? name];
    } else {
      return undefined;
    }
  }
  return findDefinition(definitions, path) === undefined ? undefined : path;
}

function readVariable(
  variable: string,
  path: KeyPath,
  text: string,
  context: EnvironmentReadContext,
): Leaf | undefined {
  const definition = findDefinition(context.definitions, path)!;
  const redacted = definition.facts.secret === true;
  const result = readText(definition, text);
  if ("problem" in result) {
    const shown = redacted ? "" : ` (${JSON.stringify(redactText(text).slice(0, 60))})`;
    const message = `the value of ${variable}${shown} ${result.problem}`;
    context.findings.issues.push({ message, where: variable, key: formatKeyPath(path) });
    return undefined;
  }
  return {
    path,
    value: absolutePaths(definition, result.value, context),
    origin: { layer: "environment", where: variable, variable, redacted },
  };
}

function readFileVariable(
  variable: string,
  path: KeyPath,
  file: string,
  environment: Environment,
  context: EnvironmentReadContext,
): Leaf | undefined {
  const direct = variable.slice(0, -FILE_SUFFIX.length);
  if ((environment[direct] ?? "") !== "") {
    const message = `${direct} and ${variable} are both set: keep one`;
    context.findings.issues.push({ message, where: variable, key: formatKeyPath(path) });
    return undefined;
  }
  const value = readSecretFile(file, path, { where: variable, variable }, context);
  if (value === undefined) return undefined;
  return { path, value, origin: { layer: "environment", where: variable, variable, redacted: true } };
}

function readRenamedOrUnknown(
  variable: string,
  text: string,
  context: EnvironmentReadContext,
): Leaf | undefined {
  const segments = variable.slice(VARIABLE_PREFIX.length).split(LEVEL_SEPARATOR);
  const renamed = findDeprecated(
    context.deprecated,
    segments.map((segment) => segment.toLowerCase()),
  );
  if (renamed !== undefined && findDefinition(context.definitions, renamed.replacement) !== undefined) {
    const message = `${variable} is deprecated: use ${variableName(renamed.replacement)}`;
    context.findings.warnings.push({ message, where: variable, key: formatKeyPath(renamed.replacement) });
    return readVariable(variable, renamed.replacement, text, context);
  }
  const near = suggest(variable, candidates(context.definitions, segments));
  const hint = near === undefined ? "" : `: did you mean ${near}?`;
  const section = segments[0]!.toLowerCase();
  if (segments.length > 1 && !isSection(context.definitions, [section])) {
    const message = `the environment variable ${variable} sets a value of \`${section}\`, which is not a known table${hint}`;
    context.findings.issues.push({ message, where: variable });
    return undefined;
  }
  const message = `the environment variable ${variable} is not a known setting and is ignored${hint}`;
  context.findings.warnings.push({ message, where: variable });
  return undefined;
}

function candidates(definitions: readonly KeyDefinition[], segments: readonly string[]): string[] {
  const names = definitions
    .map((definition) =>
      definition.path.map((name, index) => (name === ANY_NAME ? (segments[index] ?? "") : name)),
    )
    .filter((path) => !path.includes(""))
    .map(variableName);
  return [...names, ...Object.keys(otherVariables)];
}
