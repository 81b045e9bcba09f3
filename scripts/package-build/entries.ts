import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The entries of the package, each by its path below `src/` without the extension. */
export interface PackageEntries {
  /** Modules that a program of this package or of a user imports. They share code. */
  readonly modules: readonly string[];
  /** Entries that are one file each: small threads, programs in a sandbox, and the kit that older versions of Node can run. */
  readonly alone: readonly string[];
}

/** A thread that serves calls holds as much code as the process that starts it, so it shares the files of that. */
const SHARING = /\/gateway-thread$/;
/** Imports nothing else of the package, not even the check of Node's version. */
const KIT = "sidecar/kit/index";

/** Finds the entries where they are named: in `exports`, in the programs of `bin/` and `hosts/`, and in calls of `packageFile`. */
export function listEntries(root: string): PackageEntries {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const found = (pattern: RegExp, paths: readonly string[]) =>
    paths.flatMap((path) => [...read(path).matchAll(pattern)].map((match) => match[1]!));
  const programs = globSync(["bin/*.js", "hosts/*/*.js"], { cwd: root });
  const sources = globSync("src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] });
  const standIns = found(/runProgram\("([\w-]+)"\)/g, programs).map((name) => `cli/programs/${name}-program`);
  const hosts = found(/serveAgent\("([\w-]+)"\)/g, programs).map((agent) => `agents/${agent}/host`);
  const loaded = found(/\bload\("([\w/-]+)"\)/g, programs);
  const started = found(/\bpackageFile\("src\/([\w/-]+)\.ts"\)/g, sources);
  const all = [...exportedModules(read("package.json")), ...standIns, ...hosts, ...loaded, ...started];
  const isAlone = (entry: string) => entry === KIT || (started.includes(entry) && !SHARING.test(entry));
  const entries = [...new Set(all)].sort();
  return {
    modules: entries.filter((entry) => !isAlone(entry)),
    alone: entries.filter(isAlone),
  };
}

function exportedModules(packageText: string): string[] {
  const { exports } = JSON.parse(packageText) as { exports: Record<string, string | { default: string }> };
  return Object.values(exports).flatMap((entry) => {
    const match = typeof entry === "string" ? null : /^\.\/dist\/(.*)\.js$/.exec(entry.default);
    return match === null ? [] : [match[1]!];
  });
}
