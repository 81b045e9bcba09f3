/** Prints what becomes of each escape attempt at L3, and at L0 for contrast. Exits with 1 when one gets out of L3. */
import { escapeProbes } from "./probes/escape-probes.ts";
import { type ProbeResult, ProbeRun } from "./probes/probe-run.ts";

async function runAll(level: "L0" | "L3"): Promise<readonly ProbeResult[]> {
  const run = await ProbeRun.open(level);
  try {
    const results: ProbeResult[] = [];
    for (const probe of escapeProbes) results.push(await run.run(probe));
    return results;
  } finally {
    await run.close();
  }
}

const inside = await runAll("L3");
const outside = await runAll("L0");
console.log(`${"probe".padEnd(26)}${"L3".padEnd(10)}${"L0".padEnd(10)}tries`);
for (const [index, { probe, outcome }] of inside.entries()) {
  const mark = probe.expected === "leftover" ? "leftover" : outcome;
  console.log(
    `${probe.name.padEnd(26)}${mark.padEnd(10)}${outside[index]!.outcome.padEnd(10)}${probe.tries}`,
  );
}
const escaped = inside.filter(({ probe, outcome }) => outcome === "escaped" && probe.expected === "held");
const count = (results: readonly ProbeResult[], outcome: string) =>
  results.filter((result) => result.outcome === outcome).length;
console.log(
  `\n${inside.length} probes. L3: ${escaped.length} escaped, ${count(inside, "skipped")} skipped. ` +
    `L0, which is no sandbox: ${count(outside, "escaped")} succeeded.`,
);
process.exitCode = escaped.length === 0 ? 0 : 1;
