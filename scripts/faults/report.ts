import type { FaultCase } from "./cases.ts";
import type { FaultTest } from "./collector.ts";

/** What became of one numbered fault. */
export interface FaultRow extends FaultCase {
  readonly state: "shown" | "failed" | "skipped" | "no test";
  readonly tests: number;
  /** Why it is not shown. */
  readonly reason: string | undefined;
}

/** A fault is shown if all its tests that ran passed, and at least one ran. */
export function rateCases(cases: readonly FaultCase[], tests: readonly FaultTest[]): FaultRow[] {
  return cases.map((one) => {
    const own = tests.filter((test) => test.ids.includes(one.id));
    const failed = own.find((test) => test.state === "failed");
    const ran = own.filter((test) => test.state !== "skipped");
    const base = { ...one, tests: ran.length };
    if (failed !== undefined) return { ...base, state: "failed", reason: `${failed.file}: ${failed.name}` };
    if (ran.length > 0) return { ...base, state: "shown", reason: undefined };
    const [skipped] = own;
    if (skipped === undefined) return { ...base, state: "no test", reason: undefined };
    return { ...base, state: "skipped", reason: skipped.note ?? "the test gives no reason" };
  });
}

/** The table, 80 columns wide except for reasons. */
export function renderFaults(rows: readonly FaultRow[]): string {
  const lines = rows.map(({ id, title, state, tests, reason }) => {
    const line = `${id}  ${title.padEnd(58).slice(0, 58)} ${state.padEnd(7)} ${String(tests).padStart(3)}`;
    return reason === undefined ? line : `${line}\n       ${reason}`;
  });
  const shown = rows.filter((row) => row.state === "shown").length;
  const groups = [...new Set(rows.map((row) => row.id[0]!))].map((letter) => {
    const own = rows.filter((row) => row.id.startsWith(letter));
    return `${letter} ${own.filter((row) => row.state === "shown").length}/${own.length}`;
  });
  return [...lines, "", `${shown}/${rows.length} faults shown (${groups.join(", ")})`, ""].join("\n");
}
