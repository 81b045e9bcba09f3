import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { faultSize } from "../../../test/fault-size.ts";
import { canonicalize } from "./canonical.ts";
import {
  canonicalVectorPath,
  canonicalVectors,
  receiptConformance,
  vectorBytes,
} from "./fixtures/canonical-vectors.ts";
import { mutateTexts } from "./fixtures/mutated-texts.ts";
import { generateNumberLiterals } from "./fixtures/number-literals.ts";
import { JsonError } from "./json-error.ts";
import { readJson } from "./reader.ts";

const program = join(receiptConformance, "canonical.py");
const pythonExists = spawnSync("python3", ["--version"]).status === 0;
if (!pythonExists) console.warn("python3 is absent: its agreement with the reader and writer is not tested");

/** Far beyond what a busy machine needs. */
const PATIENCE_MS = 900_000;

const folder = mkdtempSync(join(tmpdir(), "abp-canonical-"));
afterAll(() => rmSync(folder, { recursive: true }));

function answerLine(line: Uint8Array): string {
  try {
    return canonicalize(readJson(line));
  } catch (error) {
    if (error instanceof JsonError) return `!${error.rule}@${error.offset}`;
    throw error;
  }
}

/** Both implementations answer every line at the same time, each on its own processor. */
async function answerTwice(name: string, lines: readonly Uint8Array[]): Promise<[string[], string[]]> {
  const newline = Buffer.from("\n");
  writeFileSync(join(folder, `${name}.in`), Buffer.concat(lines.flatMap((line) => [line, newline])));
  const input = openSync(join(folder, `${name}.in`), "r");
  const output = openSync(join(folder, `${name}.out`), "w");
  const python = spawn("python3", [program, "--stdin-lines"], { stdio: [input, output, "inherit"] });
  const exit = once(python, "exit");
  const ours = lines.map(answerLine);
  const [status] = await exit;
  closeSync(input);
  closeSync(output);
  expect(status).toBe(0);
  const theirs = readFileSync(join(folder, `${name}.out`), "utf8")
    .split("\n")
    .slice(0, -1);
  return [ours, theirs];
}

function expectAgreement(lines: readonly Uint8Array[], [ours, theirs]: [string[], string[]]): void {
  expect(theirs).toHaveLength(lines.length);
  const at = ours.findIndex((answer, index) => answer !== theirs[index]);
  const place =
    at < 0 ? "nowhere" : `line ${at + 1}: ${Buffer.from(lines[at] as Uint8Array).toString("latin1")}`;
  expect({ place, answer: ours[at] }).toEqual({ place: "nowhere", answer: theirs[at] });
}

describe.skipIf(!pythonExists)("the independent implementation in Python", () => {
  it("holds every vector", () => {
    const result = spawnSync("python3", [program, "--vectors", canonicalVectorPath], { encoding: "utf8" });
    const count = canonicalVectors.cases.length + canonicalVectors.doubles.length;
    expect(result.stdout).toBe(`${count} held, 0 failed\n`);
    expect(result.status).toBe(0);
  });

  it("reads and writes many numbers to the same bytes", { timeout: PATIENCE_MS }, async () => {
    const count = faultSize(100_000, 1_000_000);
    const lines = Array.from(generateNumberLiterals(count, 20_260_101), (literal) => Buffer.from(literal));
    const answers = await answerTwice("numbers", lines);
    expectAgreement(lines, answers);
    const refused = new Set(answers[0].filter((answer) => answer.startsWith("!")));
    expect([...refused].sort()).toEqual(["!inexact-integer@0", "!number-overflow@0", "!number-underflow@0"]);
    const accepted = answers[0].filter((answer) => !answer.startsWith("!"));
    expect(new Set(accepted).size).toBeGreaterThan(0.6 * count);
    // What is canonical can be read again and stays as it is.
    for (let index = 0; index < accepted.length; index += 10) {
      const text = accepted[index] as string;
      if (canonicalize(readJson(text)) !== text) expect(canonicalize(readJson(text))).toBe(text);
    }
  });

  it("gives damaged texts the same canonical form or the same refusal at the same byte", {
    timeout: PATIENCE_MS,
  }, async () => {
    const texts = canonicalVectors.cases.filter((vector) => vector.nested === undefined).map(vectorBytes);
    const lines = [...mutateTexts(texts, faultSize(10_000, 50_000), 7)];
    const answers = await answerTwice("damaged", lines);
    expectAgreement(lines, answers);
    const rules = new Set(
      answers[0].map((answer) => (answer.startsWith("!") ? answer.split("@")[0] : "accepted")),
    );
    expect(rules.size).toBeGreaterThanOrEqual(14);
  });
});
