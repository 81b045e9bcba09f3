import { isAbsolute, join } from "node:path";
import { checkHome } from "../contract/index.ts";
import { configError } from "./issue.ts";

/** The directories of one user, as absolute paths. */
export interface Paths {
  readonly config: string;
  readonly data: string;
  readonly state: string;
  readonly cache: string;
  readonly receipts: string;
  readonly keys: string;
  readonly workspaces: string;
  /** Holds a directory for each run that changed a staged workspace. */
  readonly runs: string;
  /** Holds the private homes of agents, one for each run. */
  readonly homes: string;
  /** Where `abp agents install` puts agents. */
  readonly agents: string;
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that name directories of the user or of the product. An empty one counts as not set. */
const DIRECTORY_VARIABLES = ["ABP_HOME", "ABP_AGENTS", "TMPDIR", "TMP", "TEMP"] as const;

/**
 * Resolves the directories: below `ABP_HOME` if it is set, else by the XDG base directories. Throws `config_invalid` for a home
 * that is empty or relative, and for a relative path in a variable that names a directory.
 *
 * @example
 * import { homedir } from "node:os";
 * import { resolvePaths } from "agent-backplane/config";
 * const { keys, receipts } = resolvePaths(process.env, homedir());
 */
export function resolvePaths(environment: Environment, home: string): Paths {
  checkHome(home);
  for (const variable of DIRECTORY_VARIABLES) refuseRelative(variable, environment[variable] ?? "");
  const own = environment["ABP_HOME"] ?? "";
  const base = (kind: string, variable: string, fallback: string): string => {
    if (own !== "") return join(own, kind);
    const set = environment[variable] ?? "";
    // The XDG Base Directory Specification says to ignore relative values.
    return join(isAbsolute(set) ? set : join(home, fallback), "abp");
  };
  const data = base("data", "XDG_DATA_HOME", ".local/share");
  const state = base("state", "XDG_STATE_HOME", ".local/state");
  return {
    config: base("config", "XDG_CONFIG_HOME", ".config"),
    data,
    state,
    cache: base("cache", "XDG_CACHE_HOME", ".cache"),
    receipts: join(data, "receipts"),
    agents: join(data, "agents"),
    keys: join(data, "keys"),
    workspaces: join(state, "workspaces"),
    runs: join(state, "runs"),
    homes: join(state, "homes"),
  };
}

/** A relative path would mean another place in every directory, a repository under work among them. */
export function refuseRelative(variable: string, path: string): void {
  if (path === "" || isAbsolute(path)) return;
  const message = `${variable} is ${JSON.stringify(path)}: it must be an absolute path`;
  throw configError([{ message, where: variable }]);
}
