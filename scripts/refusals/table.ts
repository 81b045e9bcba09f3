import { countClasses, exceedsLimit, type PairMeasurement } from "./measurement.ts";
import { refusalClasses } from "./refusal-class.ts";

/** The measurements of now, and of an earlier commit if one was named. */
export interface RefusalReport {
  readonly before: readonly PairMeasurement[] | undefined;
  readonly now: readonly PairMeasurement[];
}

const titles = {
  contract: "contract",
  media: "media",
  foreign_id: "foreign ids",
  account_tool: "account",
  other: "other",
} as const;

/** A row for each pair, then every reason with its count, then the refused requests that no class allows. */
export function renderRefusals({ before, now }: RefusalReport): string {
  const header = ["pair", "model", "requests", ...(before === undefined ? [] : ["before"]), "refused"];
  const rows = now.map((pair) => {
    const old = before?.find(({ from, to }) => from === pair.from && to === pair.to);
    const counts = countClasses(pair);
    return [
      `${pair.from} to ${pair.to}`,
      pair.model,
      String(pair.requests),
      ...(before === undefined ? [] : [old === undefined ? "-" : rate(old)]),
      rate(pair),
      ...refusalClasses.map((one) => String(counts[one])),
      exceedsLimit(pair) ? "over 1 % other" : "",
    ];
  });
  return [
    ...align([[...header, ...refusalClasses.map((one) => titles[one]), ""], ...rows]),
    "",
    "Refused requests by reason, all pairs:",
    ...align(reasonRows(before, now)),
    "",
    ...listOthers(now),
  ].join("\n");
}

function rate({ refusals, requests }: PairMeasurement): string {
  const share = requests === 0 ? 0 : (refusals.length * 100) / requests;
  return `${refusals.length} (${share.toFixed(1)} %)`;
}

function reasonRows(before: RefusalReport["before"], now: RefusalReport["now"]): string[][] {
  const counted = [now, before ?? []].map(countReasons);
  const [after, earlier] = counted as [Map<string, number>, Map<string, number>];
  const keys = [...new Set([...after.keys(), ...earlier.keys()])].sort();
  return [
    ["class", "reason", ...(before === undefined ? [] : ["before"]), "now"],
    ...keys.map((key) => [
      ...key.split("\t"),
      ...(before === undefined ? [] : [String(earlier.get(key) ?? 0)]),
      String(after.get(key) ?? 0),
    ]),
  ];
}

function countReasons(pairs: readonly PairMeasurement[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { refusals } of pairs)
    for (const one of refusals) {
      const key = `${titles[one.class]}\t${one.name}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

function listOthers(pairs: readonly PairMeasurement[]): string[] {
  const lines = pairs.flatMap(({ from, to, refusals }) =>
    refusals
      .filter((one) => one.class === "other")
      .map(
        ({ name, recording, part }) =>
          `  ${from} to ${to}: ${name} at ${part.path} in ${recording}: ${part.reason}`,
      ),
  );
  return lines.length === 0 ? [] : ["Refused for other reasons:", ...lines, ""];
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join("  ")
      .trimEnd(),
  );
}
