/**
 * Feeds random and mutated inputs to every reader of every dialect, a million to each dialect by default:
 * `node bench/fuzz-dialects.ts [inputs] [seed] [dialect]`. Fails when a reader crashes or takes over 5 seconds.
 */
import { DialectFuzzer } from "../test/dialects/fuzz.ts";
import { dialects } from "../test/dialects/subjects.ts";

const [wanted = "1000000", seedText = "1", only] = process.argv.slice(2);
const total = Number(wanted);
/** Inputs between two readings of the memory. */
const BATCH_SIZE = 20_000;
const MAX_INPUT_MS = 5000;
let hasFailed = false;

for (const dialect of dialects) {
  if (only !== undefined && dialect.id !== only) continue;
  const fuzzer = new DialectFuzzer(dialect, Number(seedText));
  const start = performance.now();
  let peak = 0;
  let first = 0;
  while (fuzzer.count.inputs < total && fuzzer.count.crashes.length === 0) {
    fuzzer.run(BATCH_SIZE);
    const { rss } = process.memoryUsage();
    if (first === 0) first = rss;
    peak = Math.max(peak, rss);
  }
  const { inputs, read, refused, slowest, crashes } = fuzzer.count;
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${dialect.id}: ${inputs} inputs in ${seconds.toFixed(1)} s (${Math.round(inputs / seconds)}/s), ` +
      `${read} read, ${refused} refused, ${crashes.length} crashes, ` +
      `slowest ${slowest.toFixed(1)} ms, memory ${megabytes(first)} MB at first, ${megabytes(peak)} MB at most`,
  );
  for (const crash of crashes) console.error(`${crash.kind}: ${crash.message}\n  ${crash.input}`);
  hasFailed ||= crashes.length > 0 || slowest > MAX_INPUT_MS;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1048576);
}

process.exitCode = hasFailed ? 1 : 0;
