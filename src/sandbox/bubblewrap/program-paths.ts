import { lstatSync, readlinkSync, type Stats, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { findExecutable } from "../../process/index.ts";
import type { SandboxProgram } from "../sandbox.ts";
import { isWithin } from "./path-order.ts";
import { realPath } from "./real-path.ts";
import { scriptInterpreters } from "./script-interpreters.ts";

export interface ProgramPlace {
  /** The search path of the program. */
  readonly searchPath: string;
  /** The home of the user, without links. */
  readonly home: string;
  /** Paths that must stay invisible, without links. */
  readonly hidden: readonly string[];
  /** The workspace, without links. */
  readonly workspace: string;
}

const MAX_LINKS = 40;
const MAX_INTERPRETERS = 4;
/** Directories of a home that hold more than one program's files. */
const sharedDirectories = new Set([".local", ".config", ".cache", ".ssh", ".gnupg", "Library"]);
const moduleExtensions = new Set([".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"]);

/**
 * The paths that a program needs to see, each with what the links on the way lead to: the command, its interpreter, the
 * installation that an interpreter belongs to (`<prefix>` of `<prefix>/bin`), the directories of the files that the
 * arguments name, and the package of a JavaScript program. A directory that is a home, holds one, or holds a hidden path is not among them; then only the file is.
 */
export function programPaths(program: SandboxProgram, place: ProgramPlace): string[] {
  const found = new Set<string>();
  addCommand(program.command, program.cwd, place, found, MAX_INTERPRETERS);
  for (const argument of program.args) addArgument(resolve(program.cwd, argument), place, found);
  return [...found];
}

function addCommand(
  command: string,
  cwd: string,
  place: ProgramPlace,
  found: Set<string>,
  interpreters: number,
): void {
  const path = findExecutable(command, cwd, place.searchPath);
  if (typeof path !== "string") return;
  for (const hop of linkHops(path)) {
    const prefix = dirname(dirname(hop));
    const isInstallation = basename(dirname(hop)) === "bin" && !isShared(prefix, place);
    found.add(isInstallation ? prefix : hop);
    addModules(hop, place, found);
  }
  if (interpreters === 0) return;
  for (const name of scriptInterpreters(path)) addCommand(name, cwd, place, found, interpreters - 1);
}

/** Arguments are texts of any kind: one that names no file or directory is none of our business. */
function addArgument(path: string, place: ProgramPlace, found: Set<string>): void {
  const stats = statOf(path);
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return;
  for (const hop of linkHops(path)) {
    const directory = stats.isDirectory() ? hop : dirname(hop);
    if (!isShared(directory, place)) found.add(directory);
    else if (stats.isFile()) found.add(hop);
    if (stats.isFile()) addModules(hop, place, found);
  }
}

/**
 * What Node reads beside a script: its own package, which is the directory of the nearest package.json, and the packages above.
 * Of a package that holds more than the program, only the package.json, which gives the module type.
 */
function addModules(script: string, place: ProgramPlace, found: Set<string>): void {
  const isModule = moduleExtensions.has(extname(script)) || script.includes("/node_modules/");
  if (!isModule || statOf(script)?.isFile() !== true) return;
  let description: string | undefined;
  for (let directory = dirname(script); directory !== dirname(directory); directory = dirname(directory)) {
    const packages = join(directory, "node_modules");
    if (statOf(packages)?.isDirectory() === true && !isShared(packages, place)) found.add(packages);
    if (description !== undefined) continue;
    const candidate = join(directory, "package.json");
    if (statOf(candidate)?.isFile() === true) description = candidate;
  }
  if (description === undefined) return;
  const own = dirname(description);
  found.add(isShared(own, place) || isWithin(place.workspace, realPath(own)) ? description : own);
}

/** Whether a directory holds more than the program's own files. */
function isShared(directory: string, { home, hidden }: ProgramPlace): boolean {
  const real = realPath(directory);
  if (dirname(real) === "/" || isWithin(home, real)) return true;
  if (dirname(real) === home && sharedDirectories.has(basename(real))) return true;
  if (/^\/(?:home|root|Users|etc|proc|sys|dev|run|var)(?:\/[^/]+)?$/.test(real)) return true;
  return hidden.some((path) => isWithin(path, real) || isWithin(real, path));
}

/** The path itself, each target of a link that it leads through, and the final real path. */
function linkHops(path: string): string[] {
  const hops = [path];
  for (let at = path; hops.length < MAX_LINKS; ) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) break;
    at = resolve(dirname(at), readlinkSync(at));
    hops.push(at);
  }
  const real = realPath(path);
  return hops.includes(real) ? hops : [...hops, real];
}

/** `undefined` also for texts that are no path at all, such as one with a NUL. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
