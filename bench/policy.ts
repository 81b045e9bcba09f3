import { cpus } from "node:os";
import { openPolicy, type PolicyProfile } from "../src/contract/index.ts";
import { compileGlob } from "../src/lib/index.ts";
import { canConnect, canReadPath, canUseTool, compilePolicy } from "../src/policy/index.ts";

const RULES = 10_000;

const rules = (write: (at: number) => string): string[] =>
  Array.from({ length: RULES }, (_, at) => write(at));

const pathRule = [
  (at: number) => `src/module${at}/secret.ts`,
  (at: number) => `*.ext${at}`,
  (at: number) => `**/*.kind${at}`,
  (at: number) => `**/name${at}`,
  (at: number) => `vendor${at}/**`,
  (at: number) => `**/private${at}/**`,
  (at: number) => `src/**/part${at}/*.ts`,
  (at: number) => `{a,b}${at}/*.{key,pem}`,
];

const mixed: PolicyProfile = {
  ...openPolicy(),
  disallowed_tools: rules((at) => (at % 2 === 0 ? `mcp__server${at}__*` : `Tool${at}`)),
  deny_read: rules((at) => pathRule[at % pathRule.length]!(at)),
  deny_network: rules((at) =>
    at % 3 === 0
      ? `*.host${at}.example`
      : at % 3 === 1
        ? `host${at}.example`
        : `10.${at >> 8}.${at & 255}.0/24`,
  ),
};
const general: PolicyProfile = { ...openPolicy(), deny_read: rules((at) => `*a${at}*{b,c}*d?*`) };
const stars: PolicyProfile = {
  ...openPolicy(),
  deny_read: rules((at) => `${"*a".repeat((at % 8) + 1)}*b${at}*`),
};
const hostile: PolicyProfile = {
  ...openPolicy(),
  deny_read: rules((at) => `${"*a".repeat((at % 8) + 1)}${"?".repeat(at % 5)}*{b,c}[${at % 10}x]*`),
};

interface Row {
  readonly what: string;
  readonly microseconds: number;
}
const rows: Row[] = [];

/** Repeats `run` for the given time and records the CPU time of one turn. */
function measure(what: string, run: () => unknown, milliseconds = 600): void {
  for (let turn = 0; turn < 3; turn += 1) run();
  const before = process.cpuUsage();
  const end = performance.now() + milliseconds;
  let turns = 0;
  while (performance.now() < end) {
    run();
    turns += 1;
  }
  const { user, system } = process.cpuUsage(before);
  rows.push({ what, microseconds: (user + system) / turns });
}

measure("compile 3 × 10,000 mixed rules", () => compilePolicy(mixed, { root: "/ws" }));

const policy = compilePolicy(mixed, { root: "/ws" });
measure("read, mixed rules, allowed", () => canReadPath(policy, "src/app/deep/er/component.tsx"));
measure("read, mixed rules, denied by the last", () => canReadPath(policy, "b9999/x.pem"));
measure("read, mixed rules, absolute with dots", () => canReadPath(policy, "/ws/src/../src/./app//main.ts"));
measure("read, mixed rules, not ASCII", () => canReadPath(policy, "src/müller/ｓecret.ts"));
measure("read, mixed rules, 4,000 characters", () => canReadPath(policy, "src/abcd/".repeat(444)));
measure("tool, mixed rules", () => canUseTool(policy, "mcp__github__create_issue"));
measure("tool, mixed rules, odd separators", () => canUseTool(policy, "mcp.github/create.issue.now"));
measure("connect, mixed rules, name", () => canConnect(policy, "https://api.example.com/v1"));
measure("connect, mixed rules, address", () => canConnect(policy, "192.0.2.7:443"));

const generalPolicy = compilePolicy(general);
measure("read, 10,000 automaton rules", () => canReadPath(generalPolicy, "src/app/deep/er/component.tsx"));
const starPolicy = compilePolicy(stars);
const hostilePolicy = compilePolicy(hostile);
for (const length of [60, 4000]) {
  const path = "a".repeat(length);
  measure(`read, 10,000 rules of stars, ${length} characters`, () => canReadPath(starPolicy, path));
  measure(`read, 10,000 hostile rules, ${length} characters`, () => canReadPath(hostilePolicy, path));
}

const manyStars = compileGlob("*a*a*a*a*a*a*a*b");
const manyStarsAndClass = compileGlob("*a*a*a*a*a*a*a*[bc]");
const doubling = compileGlob(`*a${"?".repeat(30)}*{x,y}z`);
for (const length of [60, 100_000]) {
  const text = `${"a".repeat(length - 2)}bz`;
  measure(`${manyStars.source} on ${length} characters`, () => manyStars.matches(text));
  measure(`${manyStarsAndClass.source} on ${length} characters`, () => manyStarsAndClass.matches(text));
  let seed = 1;
  const noise = Array.from({ length }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % 2 === 0 ? "a" : "b";
  });
  const noisy = `${noise.join("")}z`;
  measure(`2^30 states on ${length} characters`, () => doubling.matches(noisy));
}

console.log(`${process.version}, ${cpus()[0]?.model ?? "unknown processor"}`);
console.log(`${"".padEnd(50)}${"µs each".padStart(12)}${"per second".padStart(14)}`);
for (const { what, microseconds } of rows) {
  const rate = Math.round(1e6 / microseconds).toLocaleString("en");
  console.log(`${what.padEnd(50)}${microseconds.toFixed(1).padStart(12)}${rate.padStart(14)}`);
}
