import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
const MAX_STEPS = 25;

interface Step {
  readonly number: number;
  readonly text: string;
  readonly where: string;
}

function stepsOf(heading: string): Step[] {
  const section = text.split(/^## /m).find((one) => one.startsWith(heading)) ?? "";
  return [...section.matchAll(/^\| (\d+) \| (.*) \| `(.*)` \|$/gm)].map((match) => ({
    number: Number(match[1]),
    text: match[2]!,
    where: match[3]!,
  }));
}

function sourcesAt(where: string): string {
  const path = join(root, "src", where);
  if (statSync(path).isFile()) return readFileSync(path, "utf8");
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(path, name), "utf8"))
    .join("\n");
}

/** The names of functions, classes and methods that a step mentions: `planCall`, `Attempt.send`. */
function namesIn(step: string): string[] {
  return [...step.matchAll(/`([A-Za-z]+(?:\.[a-zA-Z]+)?)`/g)]
    .flatMap((match) => match[1]!.split("."))
    .filter((name) => /[a-z][A-Z]|^[A-Z]/.test(name));
}

describe.each(["A mapped stream, from socket to receipt", "A work order, from command to receipt"])(
  "the walk: %s",
  (heading) => {
    const steps = stepsOf(heading);

    it(`has at most ${MAX_STEPS} numbered steps`, () => {
      expect(steps.length).toBeGreaterThan(5);
      expect(steps.length).toBeLessThanOrEqual(MAX_STEPS);
      expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1));
    });

    it("marks where work changes threads", () => {
      expect(steps.filter(({ text: step }) => step.includes("→")).length).toBeGreaterThanOrEqual(2);
    });

    it.each(steps)("step $number names what is at $where", ({ text: step, where }) => {
      expect(existsSync(join(root, "src", where))).toBe(true);
      const sources = sourcesAt(where);
      const missing = namesIn(step).filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
      expect(missing).toEqual([]);
    });
  },
);
