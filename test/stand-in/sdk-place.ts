import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { hasLevel3 } from "../../src/sandbox/fixtures/level.ts";
import { findExecutable } from "../agents/installed.ts";
import { programsFolder } from "../package/programs.ts";

/** The folder of pinned agents and SDKs that `npm run agents:install` fills. */
const folder = process.env["ABP_AGENTS"] ?? join(homedir(), ".cache", "abp-agents");

/** Without L3 a real agent starts only at a level that is named. */
const level = hasLevel3() ? {} : { ABP_SANDBOX__LEVEL: "off" };

/** Where our programs find the code that was compiled before. Their own homes are empty. */
const cached = process.env["NODE_COMPILE_CACHE"];
const compileCache = cached === undefined ? {} : { NODE_COMPILE_CACHE: cached };

/** Our programs, by file name. */
const programs = await programsFolder();
export const program = (name: string): string => join(programs, name);

/** The entry of an SDK, as a path inside `node_modules`; undefined if the SDK or an agent is missing, which is reported. */
export function findSdk(entry: string, agents: readonly string[]): string | undefined {
  const path = join(folder, "sdks", "node_modules", entry);
  const missing = agents.filter((agent) => findExecutable(agent) === undefined);
  if (existsSync(path) && missing.length === 0) return path;
  const what = existsSync(path) ? missing.join(", ") : path;
  console.warn(
    `${what} is not installed: the tests of ${entry} skip. \`npm run agents:install\` installs it.`,
  );
  return undefined;
}

/** Loads an SDK by its path. */
export async function loadSdk<Sdk>(path: string): Promise<Sdk> {
  return (await import(pathToFileURL(path).href)) as Sdk;
}

/** A directory to work in and a home of the backplane, both removed at the end. */
export class SdkPlace {
  readonly #root = mkdtempSync(join(tmpdir(), "abp-stand-in-"));
  readonly work = join(this.#root, "work");
  readonly #home = join(this.#root, "home");

  constructor() {
    mkdirSync(this.work);
    mkdirSync(this.#home);
  }

  /** The environment of a stand-in on a backend. Models come from a simulated engine. */
  environment(backend: string, engine: string, model: string): Record<string, string> {
    return {
      PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
      HOME: this.#home,
      ABP_HOME: join(this.#home, "abp"),
      ABP_AGENTS: folder,
      ABP_BACKEND: backend,
      ABP_ENGINE: engine,
      ABP_MODEL: model,
      ...compileCache,
      ...level,
    };
  }

  read(name: string): string | undefined {
    const path = join(this.work, name);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  }

  /** The names in the directory. */
  list(): readonly string[] {
    return readdirSync(this.work).sort();
  }

  close(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
