import type { Environment } from "../../config/index.ts";
import type { ModelPlaces } from "./model-places.ts";

/** How a program reaches the gateway. */
export interface GatewayConnection {
  /** The gateway's URL, without a version and without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  /** The run that the program's calls are linked to. */
  readonly runId?: string;
  /** The engine for its calls. Only programs that can add a header can name one. */
  readonly engine?: string;
  /** The dialect of the engine that its calls go to, if it is known. */
  readonly dialect?: string;
  readonly model?: string;
  /** A directory for files that are written for this program only. */
  readonly home: string;
  /** The environment of this process, which the program inherits. */
  readonly inherited: Environment;
}

/** A configuration file for a program that takes some settings neither from variables nor from arguments. */
export interface AgentFile {
  readonly path: string;
  readonly content: string;
}

/** Describes how to run one program with its calls going to the gateway. The user's own configuration stays unchanged. */
export interface AgentConnection {
  readonly name: string;
  readonly title: string;
  /** The names of its executable, without folder and extension. */
  readonly executables: readonly string[];
  /** The npm package that contains it. */
  readonly package?: string;
  /** The dialect of its calls. Absent if it depends on the program. */
  readonly dialect?: string;
  /** Further dialects that it can be made to speak. It speaks one of them if the engine speaks it. */
  readonly alsoSpeaks?: readonly string[];
  /** Whether it has no model of its own to start with. */
  readonly needsModel: boolean;
  /** The model that it names to a simulated engine, which takes any name, if the user names none. */
  readonly simulatedModel?: string;
  /** The vendor whose models it asks for by itself, as price lists name vendors. Absent if it has none. */
  readonly vendor?: string;
  /** Models that it asks for by itself, the main one first. Each stands for its line when routes are looked up. */
  readonly ownModels?: readonly string[];
  /**
   * Globs of the models that it chooses by itself if none is named, the small ones for side tasks included. The key of a run calls
   * no others then. Absent if it has no models of its own: it calls any model of the run's engine.
   */
  readonly ownModelPatterns?: readonly string[];
  /** Where a backend's `env` and `args` can name a model for it. Absent if its host takes none from there. */
  readonly modelPlaces?: ModelPlaces;
  /** The names under which it asks for a model that was named for it, besides the name itself. */
  readonly sentNames?: (model: string) => readonly string[];
  /** What the home of its own leaves out, for an agent that `abp exec` gives one. */
  readonly leftOut?: string;
  readonly environment: (connection: GatewayConnection) => Readonly<Record<string, string>>;
  /** Variables to remove, because they would make it bypass the gateway. */
  readonly removed: readonly string[];
  /** Arguments to insert before the user's own. */
  readonly arguments?: (connection: GatewayConnection) => readonly string[];
  readonly files?: (connection: GatewayConnection) => readonly AgentFile[];
  /** Limitations that a user should know, one sentence each. */
  readonly notes: readonly string[];
}

/** The dialects that a program can be made to speak, the usual one first; none if that depends on the program. */
export function spokenDialects({
  dialect,
  alsoSpeaks = [],
}: Pick<AgentConnection, "dialect" | "alsoSpeaks">): readonly string[] {
  return dialect === undefined ? [] : [dialect, ...alsoSpeaks];
}

/** The dialect of a program's calls to an engine: the engine's own if the program can speak it. */
export function callDialect(
  program: Pick<AgentConnection, "dialect" | "alsoSpeaks">,
  engineDialect: string | undefined,
): string | undefined {
  return spokenDialects(program).find((one) => one === engineDialect) ?? program.dialect;
}

/** The variable with the gateway's token, for programs whose settings name a variable. */
export const TOKEN_VARIABLE = "ABP_TOKEN";

/** The gateway's URL for the calls of a run. The run's id is part of the path. */
export function runUrl({ baseUrl, runId }: GatewayConnection): string {
  const base = baseUrl.replace(/\/+$/, "");
  return runId === undefined ? base : `${base}/r/${encodeURIComponent(runId)}`;
}

/** The headers that a program has to add to its calls. */
export function callHeaders({ engine }: GatewayConnection): Readonly<Record<string, string>> {
  return engine === undefined ? {} : { "X-ABP-Engine": engine };
}

/** Sets a variable of header lines: the user's headers, then ours. Returns no variable when we have no header to add. */
export function headerVariable(
  name: string,
  connection: GatewayConnection,
  separator = "\n",
): Readonly<Record<string, string>> {
  const own = Object.entries(callHeaders(connection)).map(([header, value]) => `${header}: ${value}`);
  if (own.length === 0) return {};
  const before = connection.inherited[name]?.trim() ?? "";
  return { [name]: [...(before === "" ? [] : [before]), ...own].join(separator) };
}
