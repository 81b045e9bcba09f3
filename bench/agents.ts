/**
 * `npm run bench:agents`: what a work order costs over the bare agent, as ratios within one run.
 * Usage: `node bench/agents.ts [--rounds N] [--pieces N] [claude] [codex] [gemini]`.
 */
import { parseArgs } from "node:util";
import { hasLevel3 } from "../src/sandbox/fixtures/level.ts";
import { HostedWorkplace } from "../test/agents/hosts/hosted-workplace.ts";
import { findExecutable } from "../test/agents/installed.ts";
import { measureBare } from "./agents/bare-agent.ts";
import { measureHosted } from "./agents/hosted-agent.ts";
import { type MeasuredAgent, measuredAgents } from "./agents/measured-agents.ts";
import { cpuPerEventUs, type Measurement, middle } from "./agents/measurement.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" }, pieces: { type: "string", default: "3000" } },
});
const print = (...lines: string[]): void => void process.stdout.write(`${lines.join("\n")}\n`);

/** The ways to run an agent. The first is the one that the others are compared with. */
const ways = ["bare agent", "work order, no sandbox", "work order at L3"] as const;
type Way = (typeof ways)[number];

async function measure(place: HostedWorkplace, agent: MeasuredAgent, way: Way, task: string) {
  if (way === "bare agent") return measureBare(place, agent, task);
  return measureHosted(place, agent, task, way === "work order at L3" ? "L3" : "off");
}

async function measureAgent(agent: MeasuredAgent, rounds: number, pieces: number): Promise<void> {
  const place = await HostedWorkplace.open();
  const chosen = ways.filter((way) => way !== "work order at L3" || hasLevel3());
  const short = new Map<Way, Measurement[]>(chosen.map((way) => [way, []]));
  const long = new Map<Way, Measurement[]>(chosen.map((way) => [way, []]));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const way of chosen) {
        short.get(way)!.push(await measure(place, agent, way, "sim: say Done."));
        long.get(way)!.push(await measure(place, agent, way, `sim: repeat ${pieces} word`));
      }
    }
  } finally {
    await place.close();
  }
  report(agent, chosen, short, long);
}

function report(
  { agent, hasPieces }: MeasuredAgent,
  chosen: readonly Way[],
  short: ReadonlyMap<Way, readonly Measurement[]>,
  long: ReadonlyMap<Way, readonly Measurement[]>,
): void {
  const bare = middle(short.get("bare agent")!);
  const perEvent = (way: Way) => cpuPerEventUs(middle(short.get(way)!), middle(long.get(way)!));
  const ratio = (value: number, base: number) =>
    `${value.toFixed(0).padStart(7)} (${(value / base).toFixed(2)}x)`;
  print(
    `${agent}`,
    `  ${"".padEnd(24)}${"first event ms".padStart(16)}${"wall ms".padStart(16)}${"CPU ms".padStart(16)}${"CPU µs/event".padStart(16)}`,
  );
  for (const way of chosen) {
    const { firstMs, wallMs, cpuMs } = middle(short.get(way)!);
    const cells = [ratio(firstMs, bare.firstMs), ratio(wallMs, bare.wallMs), ratio(cpuMs, bare.cpuMs)];
    // An agent that writes whole messages has no events to compare with.
    const event = hasPieces
      ? ratio(perEvent(way), perEvent("bare agent"))
      : way === "bare agent"
        ? "no pieces"
        : perEvent(way).toFixed(0);
    print(`  ${way.padEnd(24)}${[...cells, event].map((text) => text.padStart(16)).join("")}`);
  }
  print("");
}

const rounds = Number(values.rounds);
print(
  `What a work order costs over the bare agent (median of ${rounds} rounds, all processes, same gateway and simulated engine).`,
  "The first event is the agent's own. The wall time of a work order ends with its verified receipt.",
  "",
);
for (const agent of measuredAgents) {
  if (positionals.length > 0 && !positionals.includes(agent.agent)) continue;
  if (findExecutable(agent.agent) === undefined) print(`${agent.agent}: skipped, it is not installed`, "");
  else await measureAgent(agent, rounds, Number(values.pieces));
}
