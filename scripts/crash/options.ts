import { parseArgs } from "node:util";

/** The command line asks for something that cannot be done. */
export class UsageError extends Error {}

export interface Options {
  readonly seeds: number;
  readonly firstSeed: number;
  /** No home starts after so many minutes. */
  readonly minutes: number | undefined;
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

export const HELP = `Kills a daemon at random instants under load and checks what its ledger says afterwards.

Usage: npm run crash -- [options]

  --seeds N        run N seeds (default: 20)
  --first-seed N   begin with this seed (default: 0)
  --minutes M      start no group of seeds after M minutes
  --json           print the report as JSON
  --help           print this

Examples:
  npm run crash -- --seeds 200
  npm run crash -- --seeds 200 --minutes 10
  npm run crash -- --first-seed 40 --seeds 3     repeats what a report named

A seed decides how many threads serve, how many callers call, and when the daemon is killed with SIGKILL; for some seeds also
when its clock jumps, when its disk is full (needs root, for a small file system in memory) and when its signing key is
rotated. Ten seeds run one after the other on one ledger. Then an oracle that shares no code with the product checks the
ledger, both verifiers check receipts, and all files and processes are searched for planted secrets.

The exit code is 1 when anything is wrong; the report names the seed and the command that repeats it.
`;

/** Throws an Error that says which option is wrong. */
export function parseOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seeds: { type: "string", default: "20" },
      "first-seed": { type: "string", default: "0" },
      minutes: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    seeds: readCount("--seeds", values.seeds, 1),
    firstSeed: readCount("--first-seed", values["first-seed"], 0),
    minutes: values.minutes === undefined ? undefined : readMinutes(values.minutes),
    isJson: values.json,
    isHelp: values.help,
  };
}

function readCount(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least) {
    throw new UsageError(`${name} needs a whole number of at least ${least}, and got "${text}"`);
  }
  return value;
}

function readMinutes(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new UsageError(`--minutes needs a number above 0, and got "${text}"`);
  return value;
}
