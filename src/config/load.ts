import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { formatKeyPath, userHome } from "../contract/index.ts";
import { listEmulationIssues } from "./checks/emulation-issues.ts";
import { listTokenIssues } from "./checks/token-issues.ts";
import { listUsableIssues } from "./checks/usable-config.ts";
import { type ConfigIssue, configError, type Findings } from "./issue.ts";
import { listRedirects } from "./layers/credential-guard.ts";
import { readEnvironment } from "./layers/environment-layer.ts";
import { readConfigText } from "./layers/file-layer.ts";
import type { Leaf, Origin } from "./layers/layer.ts";
import { buildTable, mergeLayers } from "./layers/merge.ts";
import type { ReadContext } from "./layers/read-context.ts";
import { readTable } from "./layers/table-layer.ts";
import { listForeignKeys } from "./layers/users-own.ts";
import type { ConfigSource, LoadOptions } from "./load-options.ts";
import { type Paths, resolvePaths } from "./paths.ts";
import { type Config, ConfigSchema } from "./schema/config-schema.ts";
import { type DeprecatedKey, deprecatedKeys } from "./schema/deprecated-keys.ts";
import { listValuesOf } from "./schema/key-path.ts";
import { type KeyDefinition, listKeys } from "./schema/key-table.ts";
import { findSourceFiles, readUtf8 } from "./source-files.ts";
import { PROJECT_FILE_NAME, type ProjectFile } from "./trust/project-file.ts";
import { listAdvice, listProblems } from "./validation.ts";

/** An effective configuration, and the origin of each value by its path. */
export interface Loaded<Value> {
  readonly config: Value;
  readonly origins: ReadonlyMap<string, Origin>;
  readonly warnings: readonly ConfigIssue[];
  readonly sources: readonly ConfigSource[];
  /** The content of the project's file that is applied. Absent if there is none, or if the user named a file. */
  readonly project?: ProjectFile;
}

export type LoadedConfig = Loaded<Config>;

/**
 * Reads the configuration from all layers. Throws one `config_invalid` error that lists every problem, or `config_untrusted`.
 *
 * @example
 * import { loadConfig } from "agent-backplane/config";
 * const { config, warnings } = loadConfig({ configFile: "backplane.toml" });
 */
export function loadConfig(options: LoadOptions = {}): LoadedConfig {
  return loadWith(ConfigSchema, options) as LoadedConfig;
}

/** Reads a configuration of any schema whose keys are defined with `key`. Tests use schemas of their own. */
export function loadWith<Schema extends z.ZodObject>(
  schema: Schema,
  options: LoadOptions = {},
  deprecated: readonly DeprecatedKey[] = deprecatedKeys,
): Loaded<z.infer<Schema>> {
  const { cwd = process.cwd(), env = process.env, home = userHome(homedir), readFile = readUtf8 } = options;
  const definitions = listKeys(schema);
  const findings: Findings = { issues: [], warnings: [] };
  const context: ReadContext = { definitions, deprecated, base: cwd, home, readFile, findings };
  const paths = resolvePaths(env, home);
  const files = findSourceFiles(options, { cwd, env, paths, readFile });

  const foreign = {
    userFile: join(paths.config, PROJECT_FILE_NAME),
    isProjectFound: files.project !== undefined,
  };

  let leaves = defaultLeaves(definitions, paths);
  const layers: (readonly Leaf[])[] = [];
  const addLayer = (layer: readonly Leaf[]): void => {
    layers.push(layer);
    // Each layer is checked by itself, so that a wrong value is an error even if a stronger layer overrides it.
    findings.issues.push(
      ...listProblems(schema, layer, definitions).flatMap((one) => (one.missing ? [] : [one.issue])),
    );
    findings.issues.push(...listForeignKeys(layer, definitions, foreign));
    leaves = mergeLayers(leaves, layer, definitions, findings);
  };
  let incomplete = false;
  for (const { layer, file, shown, text, problem, readNamed } of files.list) {
    if (problem !== undefined) findings.issues.push({ message: problem, where: shown });
    const place = { ...context, base: dirname(file), readFile: readNamed };
    const read = text === undefined ? undefined : readConfigText({ layer, file, shown, text }, env, place);
    if (read !== undefined) addLayer(read);
    else if (text !== undefined || problem !== undefined) incomplete = true;
  }
  addLayer(readEnvironment(env, { ...context, weaker: leaves }));
  addLayer(
    readTable(options.flags ?? {}, { ...context, layer: "flag", placeOf: () => ({ where: "flags" }) }),
  );
  findings.issues.push(...listRedirects(layers, foreign));

  const reported = new Set(findings.issues.map((issue) => issue.key));
  for (const { issue, missing } of listProblems(schema, leaves, definitions)) {
    // A key may be missing only because its file could not be read, which is already reported.
    if (!reported.has(issue.key) && !(missing && incomplete)) findings.issues.push(issue);
  }
  findings.issues.push(...listTokenIssues(leaves), ...listEmulationIssues(leaves));
  if (options.check !== undefined && !incomplete)
    findings.issues.push(...listUsableIssues(schema, leaves, definitions, findings.issues, options.check));
  if (findings.issues.length > 0) throw configError(findings.issues);
  const config = schema.parse(buildTable(leaves)) as z.infer<Schema>;
  const warnings = [...findings.warnings, ...listAdvice(leaves, definitions)];
  const project = files.project === undefined ? {} : { project: files.project };
  return { config, origins: originsOf(config, leaves), warnings, sources: files.sources, ...project };
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
