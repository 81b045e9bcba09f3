import { redactText, suggest } from "../../lib/index.ts";
import type { Environment } from "../paths.ts";
import { findDeprecated } from "../schema/deprecated-keys.ts";
import { formatKeyPath, type KeyPath, startsWith } from "../schema/key-path.ts";
import { ANY_NAME, findRow, isSection, type KeyRow, namesBelow } from "../schema/key-table.ts";
import { fallbackVariables, isOtherVariable, otherVariables } from "./known-variables.ts";
import type { Leaf } from "./layer.ts";
import { absolutePaths, type Reading, readSecretFile } from "./reading.ts";
import { LEVEL_SEPARATOR, readText, VARIABLE_PREFIX, variableName, variableSegment } from "./variable.ts";

/** What reading the environment needs beside the rest. */
export interface EnvironmentReading extends Reading {
  /** What weaker layers set: the names in it are matched against the variables' upper-case ones. */
  readonly weaker: readonly Leaf[];
}

const FILE_SUFFIX = "_FILE";

/** Reads the environment as a layer; a variable that is set and empty counts as not set. */
export function readEnvironment(environment: Environment, reading: EnvironmentReading): Leaf[] {
  const found = new Map<string, Leaf>();
  const add = (leaf: Leaf | undefined): void => {
    if (leaf !== undefined && !found.has(formatKeyPath(leaf.path))) found.set(formatKeyPath(leaf.path), leaf);
  };
  const later: (() => void)[] = [];

  for (const variable of Object.keys(environment).sort()) {
    const text = environment[variable] ?? "";
    if (!variable.startsWith(VARIABLE_PREFIX) || text === "" || isOtherVariable(variable)) continue;
    const path = resolveVariable(variable, reading);
    if (path !== undefined) {
      add(readVariable(variable, path, text, reading));
      continue;
    }
    const secretPath = variable.endsWith(FILE_SUFFIX)
      ? resolveVariable(variable.slice(0, -FILE_SUFFIX.length), reading)
      : undefined;
    if (secretPath !== undefined && findRow(reading.rows, secretPath)?.facts.secret === true) {
      add(readFileVariable(variable, secretPath, text, environment, reading));
      continue;
    }
    later.push(() => add(readRenamedOrUnknown(variable, text, reading)));
  }
  // Weaker names come last: what is already found stays.
  for (const read of later) read();
  for (const { variable, path } of fallbackVariables) {
    const text = environment[variable] ?? "";
    if (text !== "" && !found.has(formatKeyPath(path)) && findRow(reading.rows, path) !== undefined) {
      add(readVariable(variable, path, text, reading));
    }
  }
  return [...found.values()];
}

/** The key that a variable's name means; a name chosen by the user is found whatever its case and hyphens. */
function resolveVariable(variable: string, { rows, weaker }: EnvironmentReading): KeyPath | undefined {
  let path: KeyPath = [];
  for (const segment of variable.slice(VARIABLE_PREFIX.length).split(LEVEL_SEPARATOR)) {
    if (segment === "") return undefined;
    const name = segment.toLowerCase();
    if (namesBelow(rows, path).includes(name)) {
      path = [...path, name];
    } else if (isSection(rows, [...path, ANY_NAME])) {
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
  return findRow(rows, path) === undefined ? undefined : path;
}

function readVariable(
  variable: string,
  path: KeyPath,
  text: string,
  reading: EnvironmentReading,
): Leaf | undefined {
  const row = findRow(reading.rows, path)!;
  const redacted = row.facts.secret === true;
  const result = readText(row, text);
  if ("problem" in result) {
    const shown = redacted ? "" : ` (${JSON.stringify(redactText(text).slice(0, 60))})`;
    const message = `the value of ${variable}${shown} ${result.problem}`;
    reading.findings.issues.push({ message, where: variable, key: formatKeyPath(path) });
    return undefined;
  }
  return {
    path,
    value: absolutePaths(row, result.value, reading),
    origin: { layer: "environment", where: variable, variable, redacted },
  };
}

function readFileVariable(
  variable: string,
  path: KeyPath,
  file: string,
  environment: Environment,
  reading: EnvironmentReading,
): Leaf | undefined {
  const direct = variable.slice(0, -FILE_SUFFIX.length);
  if ((environment[direct] ?? "") !== "") {
    const message = `${direct} and ${variable} are both set: keep one`;
    reading.findings.issues.push({ message, where: variable, key: formatKeyPath(path) });
    return undefined;
  }
  const value = readSecretFile(file, path, { where: variable, variable }, reading);
  if (value === undefined) return undefined;
  return { path, value, origin: { layer: "environment", where: variable, variable, redacted: true } };
}

function readRenamedOrUnknown(variable: string, text: string, reading: EnvironmentReading): Leaf | undefined {
  const segments = variable.slice(VARIABLE_PREFIX.length).split(LEVEL_SEPARATOR);
  const renamed = findDeprecated(
    reading.deprecated,
    segments.map((segment) => segment.toLowerCase()),
  );
  if (renamed !== undefined && findRow(reading.rows, renamed.replacement) !== undefined) {
    const message = `${variable} is deprecated: use ${variableName(renamed.replacement)}`;
    reading.findings.warnings.push({ message, where: variable, key: formatKeyPath(renamed.replacement) });
    return readVariable(variable, renamed.replacement, text, reading);
  }
  const near = suggest(variable, candidates(reading.rows, segments));
  const hint = near === undefined ? "" : `: did you mean ${near}?`;
  const message = `the environment variable ${variable} is not a known setting and is ignored${hint}`;
  reading.findings.warnings.push({ message, where: variable });
  return undefined;
}

function candidates(rows: readonly KeyRow[], segments: readonly string[]): string[] {
  const names = rows
    .map((row) => row.path.map((name, index) => (name === ANY_NAME ? (segments[index] ?? "") : name)))
    .filter((path) => !path.includes(""))
    .map(variableName);
  return [...names, ...Object.keys(otherVariables)];
}
