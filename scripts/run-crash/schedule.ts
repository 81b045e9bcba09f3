import { SeededRandom } from "../crash/seeded-random.ts";

/** The steps of a run, in the order in which a sidecar's run takes them. */
export const STEPS = [
  "resolve",
  "policy",
  "stage",
  "dispatch",
  "negotiate",
  "observe",
  "verify",
  "receipt",
] as const;
export type Step = (typeof STEPS)[number];

/** When a run is killed. */
export type KillPoint =
  /** At the beginning of a step, or so many milliseconds after it. */
  | { readonly kind: "step"; readonly step: Step; readonly afterMs: number }
  /** Before an operation on files, processes or the database; `share` of all that a whole run makes. */
  | { readonly kind: "operation"; readonly share: number }
  /** At any instant; `share` of the time that a whole run takes. */
  | { readonly kind: "instant"; readonly share: number };

/** The example sidecars. */
type HostName = "python" | "node";

/** What kind of run is killed. */
export interface RunKind {
  readonly host: HostName;
  /** `auto` is the highest level that this machine has. */
  readonly sandbox: "auto" | "off";
  /** Whether the run works on a copy, or on the workspace itself. */
  readonly mode: "staged" | "pass_through";
}

/** Everything that happens in one seed. */
export interface Schedule extends RunKind {
  readonly seed: number;
  readonly kill: KillPoint;
  /** Where the next start is killed too: a share of its operations. The start after it has to clean up then. */
  readonly secondKill: number | undefined;
  /** Whether another run goes on meanwhile, which nothing may disturb. Only without a sandbox, where marked processes count later. */
  readonly hasBystander: boolean;
}

/** The number of seeds after which every kind of kill was used once. */
const CYCLE = STEPS.length + 2;

/**
 * The schedule of a seed; equal for equal seeds. Every ten seeds kill at each step once. Of twenty, ten have a sandbox. The first
 * twenty of forty kill exactly where a step begins.
 */
export function makeSchedule(seed: number): Schedule {
  const random = new SeededRandom(seed);
  const isExact = Math.floor(seed / (2 * CYCLE)) % 2 === 0;
  const afterMs = isExact ? 0 : random.between(1, 300);
  const step = STEPS[seed % CYCLE];
  const share = random.next();
  const isOperation = seed % CYCLE === STEPS.length;
  const sandbox = Math.floor(seed / CYCLE) % 2 === 0 ? "auto" : "off";
  const host = random.chance(0.7) ? "python" : "node";
  const secondKill = random.chance(0.25) ? random.next() : undefined;
  const hasBystander = sandbox === "off" && random.chance(0.2);
  return {
    seed,
    host,
    sandbox,
    // Two runs at once on the workspace itself would disturb each other.
    mode: !hasBystander && random.chance(0.35) ? "pass_through" : "staged",
    kill:
      step !== undefined
        ? { kind: "step", step, afterMs }
        : { kind: isOperation ? "operation" : "instant", share },
    secondKill,
    hasBystander,
  };
}

/** One line about a seed, for people. */
export function describeSchedule({ host, sandbox, mode, kill, secondKill, hasBystander }: Schedule): string {
  return [
    `${host} sidecar, sandbox ${sandbox}, ${mode === "staged" ? "on a copy" : "in place"}, killed ${describeKill(kill)}`,
    ...(secondKill === undefined ? [] : [`and again at ${percent(secondKill)} of the next start`]),
    ...(hasBystander ? ["beside another run"] : []),
  ].join(", ");
}

function describeKill(kill: KillPoint): string {
  if (kill.kind === "step")
    return kill.afterMs === 0 ? `at ${kill.step}` : `${kill.afterMs} ms after ${kill.step}`;
  return `at ${percent(kill.share)} of its ${kill.kind === "operation" ? "operations" : "time"}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
