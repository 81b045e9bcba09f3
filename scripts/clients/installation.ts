import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "./manifest.ts";

const TIMEOUT_MS = 600_000;
const MARKER = "installed.json";

/** Why the packages of a place could not be installed; undefined if they are there. */
export type InstallFailure = string | undefined;

/**
 * Installs the packages of a place below `folder`, and the client programs beside them. The registries are those of the user's
 * own npm and pip. A place that has the same packages already is left as it is.
 */
export function installPlace(folder: string, name: string, place: Place): InstallFailure {
  const root = join(folder, name);
  const marker = join(root, MARKER);
  const wanted = JSON.stringify(place);
  if (!existsSync(marker) || readFileSync(marker, "utf8") !== wanted) {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    const failure = place.installer === "npm" ? installNode(root, place) : installPython(root, place);
    if (failure !== undefined) return failure;
    writeFileSync(marker, wanted);
  }
  const language = place.installer === "npm" ? "node" : "python";
  cpSync(join(import.meta.dirname, "programs", language), join(root, language), { recursive: true });
  return undefined;
}

/** The program that runs a client of a place, with the arguments that come before the file. */
export function interpreterOf(folder: string, name: string, { installer }: Place): string[] {
  const root = join(folder, name);
  if (installer === "npm") return [process.execPath, "--import", join(root, "node/contact-guard.mjs")];
  return [join(root, "venv/bin/python")];
}

function installNode(root: string, { packages }: Place): InstallFailure {
  writeFileSync(join(root, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  return run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], root);
}

function installPython(root: string, { packages }: Place): InstallFailure {
  const requirements = Object.entries(packages).map(([name, version]) => `${name}==${version}`);
  return (
    run("python3", ["-m", "venv", "venv"], root) ??
    run(join(root, "venv/bin/python"), ["-m", "pip", "install", "--quiet", ...requirements], root)
  );
}

function run(command: string, args: readonly string[], cwd: string): InstallFailure {
  const { status, error, stderr } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status === 0) return undefined;
  const words = error?.message ?? stderr.trim().split("\n").at(-1) ?? "";
  return `its packages cannot be installed: ${command} ${args[0]}: ${words}`;
}
