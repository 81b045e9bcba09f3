import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** The functions that may wait. All others use them. */
const WAITING = "test/eventually.ts";
/** Files that count turns of the event loop without depending on the machine, and the reason. */
const exceptions: Readonly<Record<string, string>> = {
  "src/gateway/slices/slice-queue.test.ts": "the subject is one slice of work per turn",
  "src/engines/sim/answer/delivery.test.ts": "the subject is one frame per turn",
  "src/runtime/streams/streams.test.ts": "its loop gives a reader a turn between two reads, until the end",
  "src/sidecar/check/fixtures/try-scenario.ts":
    "everything happens in memory, and the clock is a fake that moves when nothing else can happen",
};

/** Ways to wait whose result depends on the speed of the machine. */
const guesses: readonly [what: string, pattern: RegExp][] = [
  ["a limit of its own for repeated assertions", /\bvi\.wait(?:For|Until)\(|\bexpect\.poll\(/g],
  [
    "counted turns of the event loop",
    /\bfor \([^;\n]*;[^;\n]*;[^\n]*?\)\s*\{?\s*(?:if \([^\n]*\n\s*)?await (?:nextTurn|turn|tick|setImmediate|new Promise\([^;\n]*?setImmediate)/g,
  ],
];

function guessesIn(text: string): string[] {
  return guesses.flatMap(([what, pattern]) => [...text.matchAll(pattern)].map(() => what));
}

it("no test waits by counting turns, or with a limit that a busy machine exceeds", () => {
  const files = globSync("{src,test,scripts,bench}/**/*.{test,contract}.ts", { cwd: root }).concat(
    globSync("{src,test,scripts}/**/fixtures/**/*.ts", { cwd: root }),
    globSync("test/**/*.ts", { cwd: root }),
  );
  expect(files.length).toBeGreaterThan(1000);
  const found = [...new Set(files)]
    .filter((file) => file !== WAITING && file !== "test/architecture/waiting.test.ts")
    .filter((file) => !(file in exceptions))
    .flatMap((file) =>
      guessesIn(readFileSync(resolve(root, file), "utf8")).map((what) => `${file}: ${what}`),
    );
  expect(found).toEqual([]);
});

it("the check knows these ways to wait", () => {
  expect(guessesIn("await vi.waitFor(() => x); await expect.poll(() => 1).toBe(1);")).toHaveLength(2);
  expect(guessesIn("for (let turn = 0; turn < 5; turn += 1) await nextTurn();")).toHaveLength(1);
  expect(
    guessesIn("for (let n = 0; n < 5; n++) await new Promise((done) => setImmediate(done));"),
  ).toHaveLength(1);
  expect(
    guessesIn(
      'for (let turn = 0; !is(); turn += 1) {\n  if (turn > 9) throw new Error("x");\n  await nextTurn();\n}',
    ),
  ).toHaveLength(1);
  expect(guessesIn("await nextTurn(); await eventually(() => expect(1).toBe(1));")).toEqual([]);
});

it("each exception still counts turns", () => {
  for (const file of Object.keys(exceptions))
    expect(guessesIn(readFileSync(resolve(root, file), "utf8")), file).not.toEqual([]);
});
