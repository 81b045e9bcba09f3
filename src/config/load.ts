import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { z } from "zod";
import { type ConfigIssue, configError, type Findings } from "./issue.ts";
import { readEnvironment } from "./layers/environment-layer.ts";
import { readConfigText } from "./layers/file-layer.ts";
import type { LayerName, Leaf, Origin } from "./layers/layer.ts";
import { buildTable, mergeLayers } from "./layers/merge.ts";
import { describeReadError, type ReadContext, type ReadFile } from "./layers/read-context.ts";
import { readTable } from "./layers/table-layer.ts";
import { type Environment, type Paths, resolvePaths } from "./paths.ts";
import { type Config, ConfigSchema } from "./schema/config-schema.ts";
import { type DeprecatedKey, deprecatedKeys } from "./schema/deprecated-keys.ts";
import { formatKeyPath, listValuesOf } from "./schema/key-path.ts";
import { type KeyDefinition, listKeys } from "./schema/key-table.ts";
import { listAdvice, listProblems } from "./validation.ts";

/** The sources of the configuration. The defaults are those of this process. */
export interface LoadOptions {
  /** The directory that contains the project's `backplane.toml`. Parent directories are not searched. */
  readonly cwd?: string;
  readonly env?: Environment;
  /** The values of command line flags, nested as in the file. Undefined members count as not set. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** The file to read instead of the project's `backplane.toml`. It must exist. */
  readonly configFile?: string | undefined;
  readonly home?: string;
  readonly readFile?: ReadFile;
}

/** A configuration file that the loader looked for. */
export interface ConfigSource {
  readonly layer: LayerName;
  readonly file: string;
  readonly found: boolean;
}

/** An effective configuration, and the origin of each value by its path. */
export interface Loaded<Value> {
  readonly config: Value;
  readonly origins: ReadonlyMap<string, Origin>;
  readonly warnings: readonly ConfigIssue[];
  readonly sources: readonly ConfigSource[];
}

export type LoadedConfig = Loaded<Config>;

const CONFIG_FILE_NAME = "backplane.toml";

/** Reads the configuration from all layers. Throws one `config_invalid` error that lists every problem. */
export function loadConfig(options: LoadOptions = {}): LoadedConfig {
  return loadWith(ConfigSchema, options) as LoadedConfig;
}

/** Reads a configuration of any schema whose keys are defined with `key`. Tests use schemas of their own. */
export function loadWith<Schema extends z.ZodObject>(
  schema: Schema,
  options: LoadOptions = {},
  deprecated: readonly DeprecatedKey[] = deprecatedKeys,
): Loaded<z.infer<Schema>> {
  const { cwd = process.cwd(), env = process.env, home = homedir(), readFile = readUtf8 } = options;
  const definitions = listKeys(schema);
  const findings: Findings = { issues: [], warnings: [] };
  const context: ReadContext = { definitions, deprecated, base: cwd, home, readFile, findings };
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

  let leaves = defaultLeaves(definitions, paths);
  const addLayer = (layer: readonly Leaf[]): void => {
    // Each layer is checked by itself, so that a wrong value is an error even where a stronger layer overrides it.
    findings.issues.push(
      ...listProblems(schema, layer, definitions).flatMap((one) => (one.missing ? [] : [one.issue])),
    );
    leaves = mergeLayers(leaves, layer, definitions);
  };
  let incomplete = false;
  const sources: ConfigSource[] = [];
  for (const { layer, file, required } of files) {
    const shown = displayPath(file, cwd);
    const before = findings.issues.length;
    const text = readIfThere(file, shown, required, context);
    sources.unshift({ layer, file, found: text !== undefined });
    const place = { ...context, base: dirname(file) };
    const read = text === undefined ? undefined : readConfigText({ layer, file, shown, text }, env, place);
    if (read !== undefined) addLayer(read);
    else if (findings.issues.length > before) incomplete = true;
  }
  addLayer(readEnvironment(env, { ...context, weaker: leaves }));
  addLayer(
    readTable(options.flags ?? {}, { ...context, layer: "flag", placeOf: () => ({ where: "flags" }) }),
  );

  const reported = new Set(findings.issues.map((issue) => issue.key));
  for (const { issue, missing } of listProblems(schema, leaves, definitions)) {
    // A key may be missing only because its file could not be read, which is already reported.
    if (!reported.has(issue.key) && !(missing && incomplete)) findings.issues.push(issue);
  }
  if (findings.issues.length > 0) throw configError(findings.issues);
  const config = schema.parse(buildTable(leaves)) as z.infer<Schema>;
  const warnings = [...findings.warnings, ...listAdvice(leaves, definitions)];
  return { config, origins: originsOf(config, leaves), warnings, sources };
}

function defaultLeaves(definitions: readonly KeyDefinition[], paths: Paths): Leaf[] {
  return definitions.flatMap(({ path, facts: { defaultFrom } }) =>
    defaultFrom === undefined ? [] : [{ path, value: paths[defaultFrom], origin: DEFAULT_ORIGIN }],
  );
}

function originsOf(config: object, leaves: readonly Leaf[]): Map<string, Origin> {
  const set = new Map(leaves.map((leaf) => [formatKeyPath(leaf.path), leaf.origin]));
  const keys = listValuesOf(config).map(({ path }) => formatKeyPath(path));
  return new Map(keys.map((key) => [key, set.get(key) ?? DEFAULT_ORIGIN]));
}

const DEFAULT_ORIGIN: Origin = { layer: "default", where: "default", redacted: false };

function readIfThere(
  file: string,
  shown: string,
  required: boolean,
  context: ReadContext,
): string | undefined {
  try {
    return context.readFile(file);
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    if (!required && (code === "ENOENT" || code === "ENOTDIR")) return undefined;
    const message = `the configuration file cannot be read: ${describeReadError(error, shown)}`;
    context.findings.issues.push({ message, where: shown });
    return undefined;
  }
}

/** Reads a file, and throws when it is not valid UTF-8. */
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
