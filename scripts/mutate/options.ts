import { parseArgs } from "node:util";
import { layers } from "../layers.ts";

/** The folders under `src/` that are sampled unless `--folder` names others. */
export const DEFAULT_FOLDERS: readonly string[] = layers.flat();

/** The command line asks for something that cannot be done. */
export class UsageError extends Error {}

export interface Options {
  readonly folders: readonly string[];
  /** Only mutants of this source file. */
  readonly file: string | undefined;
  readonly seed: string;
  /** Mutants of each folder (or of the file); undefined for the usual share. */
  readonly count: number | undefined;
  /** No mutant starts after so many minutes. */
  readonly minutes: number | undefined;
  readonly jobs: number;
  readonly isListing: boolean;
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

export const HELP = `Changes the sources one small step at a time and checks that a test near the change fails.

Usage: npm run mutate -- [options]

  --folder NAME   only this folder under src/; may be repeated
  --file PATH     only this source file, with all of its mutants
  --count N|all   so many mutants of each folder (default: a share of 1500, at least 60 of each folder)
  --seed TEXT     another sample (default: 1)
  --minutes M     start no mutant after M minutes
  --jobs N        run N mutants at a time (default: 1)
  --list          list the mutants, run none
  --json          print the report as JSON
  --help          print this

Examples:
  npm run mutate
  npm run mutate -- --folder storage --minutes 10
  npm run mutate -- --folder engines --count 300 --seed 2
  npm run mutate -- --file src/engines/fallback-order.ts

A run that was stopped goes on where it stopped: results are kept in .mutate/, by the content of the mutated
file and of each test. A mutant that behaves as the original goes into scripts/mutate/equivalent.json:
  { "file": "src/…", "original": "the line as reported", "mutated": "the line as reported", "reason": "why" }

The exit code is 1 when fewer than 90 % of the mutants of a folder are killed.
`;

/** Throws an Error that says which option is wrong. */
export function parseOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      folder: { type: "string", multiple: true },
      file: { type: "string" },
      count: { type: "string" },
      seed: { type: "string", default: "1" },
      minutes: { type: "string" },
      jobs: { type: "string", default: "1" },
      list: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const file = values.file?.replace(/^\.\//, "");
  return {
    folders: (values.folder ?? DEFAULT_FOLDERS).map((name) => name.replace(/^src\//, "").replace(/\/$/, "")),
    file,
    seed: values.seed,
    count: values.count === "all" ? Number.POSITIVE_INFINITY : readNumber("--count", values.count),
    minutes: readNumber("--minutes", values.minutes),
    jobs: readNumber("--jobs", values.jobs) ?? 1,
    isListing: values.list,
    isJson: values.json,
    isHelp: values.help,
  };
}

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0)) throw new UsageError(`${name} needs a number above 0, and got "${text}"`);
  return value;
}
