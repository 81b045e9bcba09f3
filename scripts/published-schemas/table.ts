import type { Exception } from "../../test/schemas/exceptions.ts";
import type { Measured, Violation } from "../../test/schemas/measure.ts";

/** The counts per dialect and engine, each kind of violation with some examples, and the exceptions that were used. */
export function renderMeasured(
  measured: readonly Measured[],
  used: readonly Exception[],
  examples: number,
): string {
  const rows = measured.map(
    ({ caller, engine, checked, violations }) =>
      `${caller.padEnd(10)}${engine.padEnd(16)}${String(checked).padStart(9)}${String(violations.length).padStart(12)}`,
  );
  const total = measured.reduce((sum, { checked }) => sum + checked, 0);
  const wrong = measured.flatMap(({ violations }) => violations);
  return [
    `${"dialect".padEnd(10)}${"engine".padEnd(16)}${"checked".padStart(9)}${"violations".padStart(12)}`,
    ...rows,
    `${"".padEnd(26)}${String(total).padStart(9)}${String(wrong.length).padStart(12)}`,
    "",
    ...kindsOf(wrong).flatMap(([kind, list]) => [
      `${String(list.length).padStart(6)}  ${kind}`,
      ...list.slice(0, examples).map(({ said }) => `        ${said.engine}: ${said.name}`),
    ]),
    ...used.map(
      ({ dialect, fault, reason }) => `exception in ${dialect}: ${fault.source}\n        ${reason}`,
    ),
    "",
  ].join("\n");
}

function kindsOf(violations: readonly Violation[]): [string, Violation[]][] {
  const kinds = Map.groupBy(
    violations,
    ({ said, fault }) => `${said.caller} ${said.kind}: ${fault.replace(/\[\d+\]/g, "[]")}`,
  );
  return [...kinds].sort(([, left], [, right]) => right.length - left.length);
}
