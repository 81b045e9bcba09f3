import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Target } from "./targets.ts";

export interface HarnessRoute {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface StartedTarget {
  readonly target: Target;
  readonly child: { readonly pid: number };
  readonly port: number;
  /** Milliseconds from the start of the process until it accepts a connection. */
  readonly listen_ms: number;
  readonly pass?: HarnessRoute;
  readonly map?: HarnessRoute;
}

export interface Simulator {
  readonly child: { readonly pid: number };
  set(values: Record<string, number>): Promise<unknown>;
}

type BodyKind = "json" | "sse" | "1mb";

/** The parts of the harness's `lib.mjs` that our scripts call. */
interface HarnessLibrary {
  readonly BASE_PORT: number;
  readonly LOAD_CPU: string;
  simulator(port: number, cpu: string, extra?: readonly (string | number)[]): Promise<Simulator>;
  /** Starts the target with its output appended to the file `run/NAME.log`. */
  launch(target: Target, port: number, upstream: number): Promise<StartedTarget>;
  stop(child: object): Promise<void>;
  /** CPU seconds that the process and its descendants have used so far, over all threads. */
  cpu(pid: number): { total: number };
  /** CPU seconds that the whole machine has used so far, and the time of the reading in seconds. */
  machine(): { busy: number; steal: number; t: number };
  /** MiB. */
  memory(pid: number): { rss: number };
  run(command: string, argv: readonly (string | number)[], timeoutMs?: number): Promise<string>;
  body(route: HarnessRoute, kind: BodyKind): string;
  marker(route: HarnessRoute, kind: BodyKind): string;
}

/** One entry of the harness's `scenarios.mjs`. */
export interface HarnessScenario {
  readonly mode: "pass" | "map";
  readonly kind: BodyKind;
  /** Connections. */
  readonly c: number;
  /** Sends exactly this many requests, `rate` per second, in place of as many as fit into the sample. */
  readonly requests?: number;
  readonly rate?: number;
  /** The simulator's pause between two events. */
  readonly delay_us?: number;
}

export interface LoadSettings {
  readonly kind: BodyKind;
  readonly connections: number;
  readonly seconds: number;
  /** How long one request may take before it counts as unfinished. */
  readonly timeoutSeconds: number;
  readonly requests?: number | undefined;
  readonly rate?: number | undefined;
}

/** The output of the load generator, as far as our scripts read it. */
export interface LoadResult {
  /** Answers received, including those that arrived after the last request was sent. */
  readonly total: number;
  readonly unfinished: number;
  readonly cpu_s: number;
  readonly latency_us: { readonly p50: number };
  readonly errors: { readonly status: number; readonly closed: number; readonly incomplete: number };
}

const LOAD_TIMEOUT_MS = 300_000;

/** The copied harness as seen by a script that runs in its folder. */
export class RunningHarness {
  readonly folder: string;
  readonly library: HarnessLibrary;
  readonly targets: readonly Target[];
  readonly scenarios: Readonly<Record<string, HarnessScenario>>;

  private constructor(folder: string, parts: Pick<RunningHarness, "library" | "targets" | "scenarios">) {
    this.folder = folder;
    this.library = parts.library;
    this.targets = parts.targets;
    this.scenarios = parts.scenarios;
  }

  static async open(folder: string): Promise<RunningHarness> {
    const load = (file: string) => import(pathToFileURL(join(folder, file)).href);
    const library = (await load("lib.mjs")) as HarnessLibrary;
    const { default: targets } = (await load("targets.mjs")) as { default: Target[] };
    const { SCENARIOS } = (await load("scenarios.mjs")) as { SCENARIOS: Record<string, HarnessScenario> };
    return new RunningHarness(folder, { library, targets, scenarios: SCENARIOS });
  }

  /** Starts a target on the port that belongs to its place in the list. Its engines are the simulator. */
  launch(target: Target): Promise<StartedTarget> {
    const { BASE_PORT } = this.library;
    return this.library.launch(target, BASE_PORT + 10 + this.targets.indexOf(target), BASE_PORT);
  }

  /** Sends requests from the load generator, which runs on its own core. */
  async load(started: StartedTarget, route: HarnessRoute, settings: LoadSettings): Promise<LoadResult> {
    const { library, folder } = this;
    const { kind, connections, requests, rate, seconds, timeoutSeconds } = settings;
    const argv = [
      ...["-c", library.LOAD_CPU, join(folder, "load/sseload"), "--port", started.port],
      ...["--path", route.path, "--body", library.body(route, kind), "--connections", connections],
      ...(requests === undefined ? [] : ["--requests", requests]),
      ...(rate === undefined ? [] : ["--rate", rate]),
      ...["--duration", seconds, "--timeout", timeoutSeconds, "--expect", library.marker(route, kind)],
      ...Object.entries(route.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    ];
    return JSON.parse(await library.run("taskset", argv, LOAD_TIMEOUT_MS)) as LoadResult;
  }
}

export function countFailures({ errors, unfinished }: Pick<LoadResult, "errors" | "unfinished">): number {
  return errors.status + errors.closed + errors.incomplete + unfinished;
}
