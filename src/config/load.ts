import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { z } from "zod";
import { type ConfigIssue, configError, type Findings } from "./issue.ts";
import { readEnvironment } from "./layers/environment-layer.ts";
import { readConfigText } from "./layers/file-layer.ts";
import type { LayerName, Leaf, Origin } from "./layers/layer.ts";
import { buildTable, mergeLayers } from "./layers/merge.ts";
import { describeReadError, type ReadFile, type Reading } from "./layers/reading.ts";
import { readTable } from "./layers/table-layer.ts";
import { type Environment, type Paths, resolvePaths } from "./paths.ts";
import { type Config, ConfigSchema } from "./schema/config-schema.ts";
import { type DeprecatedKey, deprecatedKeys } from "./schema/deprecated-keys.ts";
import { formatKeyPath, listValuesOf } from "./schema/key-path.ts";
import { type KeyRow, listKeys } from "./schema/key-table.ts";
import { listAdvice, listProblems } from "./validation.ts";

/** Where the configuration comes from. */
export interface LoadOptions {
  /** The directory of the command: `backplane.toml` is looked for here and nowhere else. */
  readonly cwd?: string;
  readonly env?: Environment;
  /** What the command line set, nested as in the file; undefined members count as not set. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** The file to read in place of `backplane.toml`; it must exist. */
  readonly configFile?: string | undefined;
  readonly home?: string;
  readonly readFile?: ReadFile;
}

/** A file that was looked for. */
export interface ConfigSource {
  readonly layer: LayerName;
  readonly file: string;
  readonly found: boolean;
}

/** A configuration in force, with the origin of each of its values by the value's path. */
export interface Loaded<Value> {
  readonly config: Value;
  readonly origins: ReadonlyMap<string, Origin>;
  /** Advice; none of it is an error. */
  readonly warnings: readonly ConfigIssue[];
  readonly sources: readonly ConfigSource[];
}

/** The backplane's configuration in force. */
export type LoadedConfig = Loaded<Config>;

const CONFIG_FILE_NAME = "backplane.toml";

/** Reads the configuration from all its layers; throws one `config_invalid` that lists everything wrong. */
export function loadConfig(options: LoadOptions = {}): LoadedConfig {
  return loadWith(ConfigSchema, options) as LoadedConfig;
}

/** Reads a configuration of any schema whose members are written with `key`. */
export function loadWith<Schema extends z.ZodObject>(
  schema: Schema,
  options: LoadOptions = {},
  deprecated: readonly DeprecatedKey[] = deprecatedKeys,
): Loaded<z.infer<Schema>> {
  const { cwd = process.cwd(), env = process.env, home = homedir(), readFile = readUtf8 } = options;
  const rows = listKeys(schema);
  const findings: Findings = { issues: [], warnings: [] };
  const reading: Reading = { rows, deprecated, base: cwd, home, readFile, findings };
  const paths = resolvePaths(env, home);
  const named = options.configFile ?? nonEmpty(env["ABP_CONFIG"]);
  const files = [
    { layer: "user" as const, file: join(paths.config, CONFIG_FILE_NAME), required: false },
    {
      layer: "project" as const,
      file: resolve(cwd, named ?? CONFIG_FILE_NAME),
      required: named !== undefined,
    },
  ];

  let leaves = defaultLeaves(rows, paths);
  const lay = (layer: readonly Leaf[]): void => {
    // Each layer is checked by itself, so that a wrong value is found even where a stronger layer hides it.
    findings.issues.push(
      ...listProblems(schema, layer, rows).flatMap((one) => (one.missing ? [] : [one.issue])),
    );
    leaves = mergeLayers(leaves, layer, rows);
  };
  let incomplete = false;
  const sources: ConfigSource[] = [];
  for (const { layer, file, required } of files) {
    const shown = displayPath(file, cwd);
    const before = findings.issues.length;
    const text = readIfThere(file, shown, required, reading);
    sources.unshift({ layer, file, found: text !== undefined });
    const place = { ...reading, base: dirname(file) };
    const read = text === undefined ? undefined : readConfigText({ layer, file, shown, text }, env, place);
    if (read !== undefined) lay(read);
    else if (findings.issues.length > before) incomplete = true;
  }
  lay(readEnvironment(env, { ...reading, weaker: leaves }));
  lay(readTable(options.flags ?? {}, { ...reading, layer: "flag", placeOf: () => ({ where: "flags" }) }));

  const reported = new Set(findings.issues.map((issue) => issue.key));
  for (const { issue, missing } of listProblems(schema, leaves, rows)) {
    // What is missing because of an error that is already listed would only mislead.
    if (!reported.has(issue.key) && !(missing && incomplete)) findings.issues.push(issue);
  }
  if (findings.issues.length > 0) throw configError(findings.issues);
  const config = schema.parse(buildTable(leaves)) as z.infer<Schema>;
  const warnings = [...findings.warnings, ...listAdvice(leaves, rows)];
  return { config, origins: originsOf(config, leaves), warnings, sources };
}

function defaultLeaves(rows: readonly KeyRow[], paths: Paths): Leaf[] {
  return rows.flatMap(({ path, facts: { defaultFrom } }) =>
    defaultFrom === undefined ? [] : [{ path, value: paths[defaultFrom], origin: DEFAULT_ORIGIN }],
  );
}

function originsOf(config: object, leaves: readonly Leaf[]): Map<string, Origin> {
  const set = new Map(leaves.map((leaf) => [formatKeyPath(leaf.path), leaf.origin]));
  const keys = listValuesOf(config).map(({ path }) => formatKeyPath(path));
  return new Map(keys.map((key) => [key, set.get(key) ?? DEFAULT_ORIGIN]));
}

const DEFAULT_ORIGIN: Origin = { layer: "default", where: "default", redacted: false };

function readIfThere(file: string, shown: string, required: boolean, reading: Reading): string | undefined {
  try {
    return reading.readFile(file);
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    if (!required && (code === "ENOENT" || code === "ENOTDIR")) return undefined;
    const message = `the configuration file cannot be read: ${describeReadError(error, shown)}`;
    reading.findings.issues.push({ message, where: shown });
    return undefined;
  }
}

/** Reads a file of UTF-8, and nothing else. */
export function readUtf8(path: string): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
}

function displayPath(file: string, cwd: string): string {
  const inside = relative(cwd, file);
  return inside.startsWith("..") || isAbsolute(inside) ? file : inside;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}
