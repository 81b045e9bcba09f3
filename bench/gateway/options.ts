import { parseArgs } from "node:util";
import { MAX_CPU_RATIO } from "./comparison/comparison.ts";
import { SCENARIOS } from "./scenarios.ts";

export const HELP = `npm run bench:gateway -- [options]

Measures abp beside its floors, or beside another build of abp, with the harness in ../shared/bench (or
$ABP_SHARED/bench). The harness is copied to a temporary folder, built there with make and gcc, and removed again.
Needs Linux, taskset and the npm registry.

  --quick            take fewer and shorter samples: about 3 minutes; about 5 with --beside
  --beside FILE      compare the CPU time of this build with that of another build. FILE is the abp.js of a package
                     or of another checkout after npm ci && npm run build
  --entry FILE       measure another abp.js in place of the package built from this checkout
  --peers            measure other gateways too (installs them from the registry). GOMODEL and BIFROST may name the
                     programs of these two, which are compiled
  --streams N        also hold N slow streams open and watch the memory
  --workers 1,2      also measure the scaling over so many threads
  --scenarios A,B    only these (${SCENARIOS.map(({ id }) => id).join(" ")}; "none" for none)
  --json             print the results as JSON
  --markdown         print the tables as Markdown
  --samples FILE     keep the raw samples
  --want N           calm samples of each target in each scenario (5; 2 with --quick).
                     With --beside: pairs of samples in each scenario (24; 8 with --quick)
  --seconds S        length of a sample (1; 0.6 with --quick).
                     With --beside: about so many CPU seconds of each build in a sample (0.5; 0.3 with --quick)
  --minutes M        stop sampling after so long (25; 60 with --peers; 4 with --quick).
                     With --beside: begin no further scenario after so long (60; 20 with --quick)
  --noise C          how many cores other programs may use during a calm sample (0.5). Not used with --beside

Every target runs on this Node (${process.version}). GATEWAY_CPU (0), LOAD_CPU (1) and BASE_PORT choose cores and ports.
Every target writes its log to a file, as a user's would.
Ends with 0 when no goal was missed, 1 when one was, 2 when nothing could be measured. With --beside the goal is: at
most ${MAX_CPU_RATIO} times the CPU time per request in each scenario. Progress is on standard error.`;

const FLAGS = {
  quick: { type: "boolean", default: false },
  peers: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  markdown: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  beside: { type: "string" },
  streams: { type: "string" },
  workers: { type: "string" },
  scenarios: { type: "string" },
  samples: { type: "string" },
  entry: { type: "string" },
  want: { type: "string" },
  seconds: { type: "string" },
  minutes: { type: "string" },
  noise: { type: "string" },
} as const;

export interface BenchOptions {
  readonly isHelp: boolean;
  readonly isQuick: boolean;
  readonly isJson: boolean;
  readonly isMarkdown: boolean;
  readonly hasPeers: boolean;
  /** The `abp.js` that ours is compared with. */
  readonly beside: string | undefined;
  /** The `abp.js` that is measured in place of a build of this checkout. */
  readonly entry: string | undefined;
  /** Streams to hold open. */
  readonly streams: number | undefined;
  /** Numbers of threads. */
  readonly workers: readonly number[];
  readonly scenarios: readonly string[];
  /** The file that keeps the raw samples. */
  readonly samples: string | undefined;
  /** Calm samples of each target in each scenario; with `beside`, pairs of samples in each scenario. */
  readonly want: number;
  /** Length of a sample; with `beside`, the CPU time of each build in a sample. */
  readonly seconds: number;
  readonly minutes: number;
  /** Cores that other programs may use during a calm sample. */
  readonly noise: number;
}

/** @throws {Error} with a sentence for the user when an argument is wrong. */
export function readOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({ args: [...argv], options: FLAGS });
  const isQuick = values.quick;
  const isComparison = values.beside !== undefined;
  const extra = (["peers", "streams", "workers"] as const).find((name) => Boolean(values[name]));
  if (isComparison && extra !== undefined)
    throw new Error(`--beside compares two builds only: leave out --${extra}`);
  const scenarios = readScenarios(values.scenarios);
  if (isComparison && scenarios.length === 0) throw new Error("--beside needs at least one scenario");
  const defaults = isComparison
    ? { want: isQuick ? 8 : 24, seconds: isQuick ? 0.3 : 0.5, minutes: isQuick ? 20 : 60 }
    : {
        want: isQuick ? 2 : 5,
        seconds: isQuick ? 0.6 : 1,
        minutes: isQuick ? 4 : values.peers ? 60 : 25,
      };
  return {
    isHelp: values.help,
    isQuick,
    isJson: values.json,
    isMarkdown: values.markdown,
    hasPeers: values.peers,
    beside: values.beside,
    entry: values.entry,
    samples: values.samples,
    scenarios,
    workers: (values.workers ?? "")
      .split(",")
      .filter(Boolean)
      .map((text) => readPositive("workers", text)),
    streams: values.streams === undefined ? undefined : readPositive("streams", values.streams),
    want: readPositive("want", values.want ?? defaults.want),
    seconds: readPositive("seconds", values.seconds ?? defaults.seconds),
    minutes: readPositive("minutes", values.minutes ?? defaults.minutes),
    noise: readPositive("noise", values.noise ?? 0.5),
  };
}

function readPositive(name: string, value: string | number): number {
  const number = Number(value);
  if (!(number > 0)) throw new Error(`--${name} ${value} is not a number above 0`);
  return number;
}

function readScenarios(text: string | undefined): string[] {
  const all = SCENARIOS.map(({ id }) => id);
  if (text === undefined) return all;
  if (text === "none") return [];
  const chosen = text.split(",");
  const unknown = chosen.filter((id) => !all.includes(id));
  if (unknown.length > 0)
    throw new Error(`no such scenario: ${unknown.join(", ")} (there are ${all.join(" ")})`);
  return chosen;
}
