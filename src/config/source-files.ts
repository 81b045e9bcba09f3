import { readFileSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { LayerName } from "./layers/layer.ts";
import { describeReadError, type ReadFile } from "./layers/read-context.ts";
import type { ConfigSource, LoadOptions } from "./load-options.ts";
import { type Environment, type Paths, refuseRelative } from "./paths.ts";
import { decode } from "./trust/file-keys.ts";
import { judgeFoundFile } from "./trust/found-file.ts";
import { PROJECT_FILE_NAME, type ProjectFile, realPathOf } from "./trust/project-file.ts";
import { openProjectTrust, type ProjectTrust } from "./trust/project-trust.ts";
import { type SkippedFile, untrustedError } from "./trust/skipped-file.ts";

/** A configuration file that applies: its text, or the reason why it has none. */
export interface SourceFile {
  readonly layer: LayerName;
  /** The absolute path. */
  readonly file: string;
  /** The path in messages: relative to the current directory if the file is inside it. */
  readonly shown: string;
  /** Undefined if there is no such file, and with a problem. */
  readonly text?: string;
  readonly problem?: string;
  /** Reads the files that this one names. Throws for a file that the user does not trust. */
  readonly readNamed: ReadFile;
}

/** The configuration files of a load. */
export interface SourceFiles {
  /** Those that apply, weakest first. */
  readonly list: readonly SourceFile[];
  /** All that were looked for, strongest first. */
  readonly sources: readonly ConfigSource[];
  /** The project's file, if it was found and not named, and applies. */
  readonly project?: ProjectFile;
}

interface Place {
  readonly cwd: string;
  readonly env: Environment;
  readonly paths: Paths;
  readonly readFile: ReadFile;
}

/** Finds and reads the files of a load, each once. Throws `config_untrusted` for an untrusted project file, unless it is only to be reported. */
export function findSourceFiles(options: LoadOptions, place: Place): SourceFiles {
  const { cwd, paths, readFile } = place;
  const userFile = join(paths.config, PROJECT_FILE_NAME);
  const user = readSource("user", userFile, {
    shown: displayPath(userFile, cwd),
    isRequired: false,
    readFile,
  });
  const named = options.configFile ?? namedByVariable(place.env);
  if (named !== undefined) {
    const file = resolve(cwd, named);
    const source = readSource("project", file, { shown: displayPath(file, cwd), isRequired: true, readFile });
    return { list: [user, source], sources: [sourceOf(source), sourceOf(user)] };
  }

  const file = resolve(cwd, PROJECT_FILE_NAME);
  // In the user's own configuration directory, both are the same file.
  if (realPathOf(file) === realPathOf(userFile)) return { list: [user], sources: [sourceOf(user)] };
  const trust = options.projectTrust ?? openProjectTrust(paths.state);
  const found = judgeFoundFile(file, PROJECT_FILE_NAME, {
    trust,
    isIgnored: options.ignoreProjectConfig === true,
  });
  if ("missing" in found) {
    return { list: [user], sources: [{ layer: "project", file, found: false }, sourceOf(user)] };
  }
  if ("skipped" in found) return withoutProject(user, found.skipped, options);
  const source = decodeSource(found.applied, readTrusted(found.applied, trust, readFile));
  return { list: [user, source], sources: [sourceOf(source), sourceOf(user)], project: found.applied };
}

function withoutProject(user: SourceFile, skipped: SkippedFile, options: LoadOptions): SourceFiles {
  if (skipped.reason === "untrusted" && options.untrusted !== "report") throw untrustedError(skipped);
  const source: ConfigSource = { layer: "project", file: skipped.file, found: true, skipped };
  return { list: [user], sources: [source, sourceOf(user)] };
}

function namedByVariable({ ABP_CONFIG: named = "" }: Environment): string | undefined {
  refuseRelative("ABP_CONFIG", named);
  return named === "" ? undefined : named;
}

function readSource(
  layer: LayerName,
  file: string,
  { shown, isRequired, readFile }: { shown: string; isRequired: boolean; readFile: ReadFile },
): SourceFile {
  try {
    return { layer, file, shown, readNamed: readFile, text: readFile(file) };
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    if (!isRequired && (code === "ENOENT" || code === "ENOTDIR"))
      return { layer, file, shown, readNamed: readFile };
    return { layer, file, shown, readNamed: readFile, problem: unreadable(error, shown) };
  }
}

// The text comes from the bytes whose digest is trusted. The file is not read again.
function decodeSource({ path, bytes }: ProjectFile, readNamed: ReadFile): SourceFile {
  const source = { layer: "project" as const, file: path, shown: PROJECT_FILE_NAME, readNamed };
  try {
    return { ...source, text: decode(bytes) };
  } catch (error) {
    return { ...source, problem: unreadable(error, source.shown) };
  }
}

function readTrusted(project: ProjectFile, trust: ProjectTrust, readFile: ReadFile): ReadFile {
  return (path) => {
    const text = readFile(path);
    if (trust.trustsSecret(project, path, text)) return text;
    throw new Error(
      "it is in the project's directory and is not as you trusted it; read it, then run `abp config trust`",
    );
  };
}

function unreadable(error: unknown, shown: string): string {
  return `the configuration file cannot be read: ${describeReadError(error, shown)}`;
}

function sourceOf({ layer, file, text }: SourceFile): ConfigSource {
  return { layer, file, found: text !== undefined };
}

/** Reads a file, and throws when it is not valid UTF-8. */
export function readUtf8(path: string): string {
  return decode(readFileSync(path));
}

function displayPath(file: string, cwd: string): string {
  const inside = relative(cwd, file);
  return inside.startsWith("..") || isAbsolute(inside) ? file : inside;
}
