/**
 * Measures how much longer some short commands take than an empty Node process. Each figure is the median of many
 * runs. The commands run in turns, so that a busy machine disturbs all of them alike.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const bin = resolve(import.meta.dirname, "../bin/abp.js");
const rounds = Number(process.argv[2] ?? 21);

const cases: readonly (readonly [string, readonly string[]])[] = [
  ["node -e 0", ["-e", "0"]],
  ["abp --version", [bin, "--version"]],
  ["abp --help", [bin, "--help"]],
  ["abp run --help", [bin, "run", "--help"]],
  ["abp schema receipt", [bin, "schema", "receipt"]],
];

function time(argv: readonly string[]): number {
  const start = process.hrtime.bigint();
  spawnSync(process.execPath, argv, { stdio: "ignore" });
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!;
}

const times = cases.map((): number[] => []);
for (let round = 0; round < rounds; round++) {
  for (const [index, [, argv]] of cases.entries()) times[index]!.push(time(argv));
}
const base = median(times[0]!);
for (const [index, [name]] of cases.entries()) {
  const middle = median(times[index]!);
  console.log(`${name.padEnd(20)} ${middle.toFixed(0).padStart(5)} ms  +${(middle - base).toFixed(0)} ms`);
}
