import type { Environment } from "../../config/index.ts";

/** Where a program is to be pointed at. */
export interface Pointing {
  /** The gateway, without a version and without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  /** The run that the program's calls are linked to. */
  readonly runId?: string;
  /** The engine that its calls name, where the program can send a header. */
  readonly engine?: string;
  readonly model?: string;
  /** A directory of ours for the program's files. */
  readonly home: string;
  /** The environment that the program would have had. */
  readonly inherited: Environment;
}

/** A file that a program reads and that has no stand-in among variables and arguments. */
export interface AgentFile {
  readonly path: string;
  readonly content: string;
}

/** How one program is pointed at the gateway, without a change to the user's own configuration. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  /** What its executable is called, without folder and extension. */
  readonly executables: readonly string[];
  /** The npm package that it comes in. */
  readonly package?: string;
  /** The dialect that it speaks to the gateway; absent where the program decides. */
  readonly dialect?: string;
  /** Whether it cannot start without being told a model. */
  readonly needsModel: boolean;
  readonly environment: (pointing: Pointing) => Readonly<Record<string, string>>;
  /** Variables that would lead it past the gateway. */
  readonly removed: readonly string[];
  /** What comes first among its arguments. */
  readonly arguments?: (pointing: Pointing) => readonly string[];
  readonly files?: (pointing: Pointing) => readonly AgentFile[];
  /** What it does not honour, or does of its own accord. */
  readonly notes: readonly string[];
}

/** The variable that holds the gateway's token for programs that are told a variable's name. */
export const TOKEN_VARIABLE = "ABP_TOKEN";

/** The gateway's address for a run: its calls are told apart by the path alone. */
export function runUrl({ baseUrl, runId }: Pointing): string {
  const base = baseUrl.replace(/\/+$/, "");
  return runId === undefined ? base : `${base}/r/${encodeURIComponent(runId)}`;
}

/** The headers that a program is to add to its calls. */
export function callHeaders({ engine }: Pointing): Readonly<Record<string, string>> {
  return engine === undefined ? {} : { "X-ABP-Engine": engine };
}

/** A variable of header lines, ours after those that the user has set; empty where there are none. */
export function headerVariable(
  name: string,
  pointing: Pointing,
  separator = "\n",
): Readonly<Record<string, string>> {
  const own = Object.entries(callHeaders(pointing)).map(([header, value]) => `${header}: ${value}`);
  if (own.length === 0) return {};
  const before = pointing.inherited[name]?.trim() ?? "";
  return { [name]: [...(before === "" ? [] : [before]), ...own].join(separator) };
}
