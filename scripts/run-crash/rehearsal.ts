import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { collectOutput } from "../crash/home/abp-command.ts";
import type { RunHome } from "./home/run-home.ts";
import type { RunKind } from "./schedule.ts";

/** Counts the operations of a run, and kills it before one of them. */
export const COUNTER = pathToFileURL(join(import.meta.dirname, "home/count-operations.ts")).href;

/** What a run does that is not killed. */
export interface Rehearsal {
  readonly durationMs: number;
  readonly operations: number;
  /** The level of its sandbox, such as `L3`. */
  readonly level: string;
}

/** The receipt of a run as `abp run --json` prints it, in the last line. */
export interface PrintedReceipt {
  readonly meta: { readonly run_id: string };
  readonly outcome: string;
  readonly observed?: { readonly sandbox_level?: string };
}

/** Reads the last line of the output of `abp run --json`; undefined if it is no receipt. */
export function readReceipt(text: string): PrintedReceipt | undefined {
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  try {
    const value = JSON.parse(line) as Partial<PrintedReceipt>;
    return value.meta === undefined ? undefined : (value as PrintedReceipt);
  } catch {
    return undefined;
  }
}

/** Runs that are not killed, one for each sidecar, sandbox and mode. They measure when a kill can come. */
export class Rehearsals {
  readonly #known = new Map<string, Rehearsal>();

  /** Throws if the run does not complete: kills of a run that fails by itself would show nothing. */
  async find(home: RunHome, kind: RunKind): Promise<Rehearsal> {
    const key = `${kind.host} ${kind.sandbox} ${kind.mode}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const file = join(home.root, "operations");
    const start = performance.now();
    const env = { NODE_OPTIONS: `--import=${COUNTER}`, RUN_CRASH_COUNT: file };
    const { code, text } = await collectOutput(home.startRun(kind, env));
    home.restore();
    const receipt = readReceipt(text);
    if (code !== 0 || receipt?.outcome !== "complete") {
      throw new Error(`a whole run of the ${key} sidecar ended with ${code}: ${text.slice(-600)}`);
    }
    const rehearsal = {
      durationMs: performance.now() - start,
      operations: Number(readFileSync(file, "utf8")),
      level: receipt.observed?.sandbox_level ?? "L0",
    };
    this.#known.set(key, rehearsal);
    return rehearsal;
  }
}
