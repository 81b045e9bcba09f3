import { expect, test } from "vitest";
import { z } from "zod";
import type { KeyDefinition } from "./schema/key-table.ts";
import { listAdvice, listProblems, rangeText } from "./validation.ts";

test.each([
  [{}, "a number"],
  [{ minimum: 0 }, "at least 0"],
  [{ maximum: 0 }, "at most 0"],
  [{ minimum: -1, maximum: 5 }, "from -1 to 5"],
])("the range %j is written as %j", (range, text) => {
  const facts = { description: "A key." };
  const rest = { path: ["x"], kind: "number", facts, required: false, discriminator: false } as const;
  expect(rangeText({ ...rest, ...range })).toBe(text);
  expect(rangeText(undefined)).toBe("a number");
});

test("advice is given for large numbers, and for keys that the type of their own entry does not use", () => {
  const facts = { description: "A key." };
  const common = { kind: "string", facts, required: false, discriminator: false } as const;
  const variant = { member: "type", values: ["a"] };
  const definitions: KeyDefinition[] = [
    { ...common, path: ["n"], kind: "number", facts: { ...facts, warnAbove: 5 } },
    { ...common, path: ["e", "*", "type"], options: ["a", "b"], discriminator: true, variant },
    { ...common, path: ["e", "*", "own"], variant },
    { ...common, path: ["e", "*", "any"] },
  ];
  const leaf = (path: string, value: unknown, redacted = false) => ({
    path: path.split("."),
    value,
    origin: { layer: "user" as const, where: `at ${path}`, redacted },
  });
  const advice = (key: string, text: string) => ({ message: `\`${key}\` ${text}`, where: `at ${key}`, key });
  const leaves = [
    leaf("n", 6),
    leaf("n", 7, true),
    leaf("n", 5),
    leaf("n", "6"),
    leaf("other", 6),
    leaf("e.x.type", "b"),
    leaf("e.x.own", "v"),
    leaf("e.x.any", "v"),
    leaf("e.y.type", "a"),
    leaf("e.y.own", "v"),
    leaf("e.z.own", "v"),
    leaf("e.w.type", "c"),
    leaf("e.w.own", "v"),
    leaf("e.v.type.type", "b"),
    leaf("e.v.own", "v"),
  ];
  expect(listAdvice(leaves, definitions)).toStrictEqual([
    advice("n", "is 6: more than 5 is unusual"),
    advice("n", "is [redacted]: more than 5 is unusual"),
    advice("e.x.own", 'is not used by the type "b" and is ignored'),
  ]);
});

test("a problem without a definition is described by what is known of it", () => {
  const schema = z.object({
    text: z.string(),
    list: z.array(z.string()),
    small: z.number().max(1),
    choice: z.enum(["a"]),
    absent: z.string(),
    table: z.object({ deep: z.string() }),
    even: z.number().refine((one) => one % 2 === 0, "must be even"),
  });
  const leaf = (path: string, value: unknown, redacted = false) => ({
    path: path.split("."),
    value,
    origin: { layer: "user" as const, where: `at ${path}`, redacted },
  });
  const leaves = [
    leaf("text", 5),
    leaf("list", ["x", 5]),
    leaf("small", 2),
    leaf("choice", "b", true),
    leaf("table.other", 1),
    leaf("even", 3),
  ];
  const problem = (key: string, text: string, where = key, missing = false) => ({
    issue: { message: `\`${key}\` ${text}`, where: where === "" ? "configuration" : `at ${where}`, key },
    missing,
  });
  expect(listProblems(schema, leaves, [])).toStrictEqual([
    problem("text", "is 5, expected a string"),
    problem("list", "has 5 as item 2, expected a string"),
    problem("small", "is 2: it must be a number"),
    problem("choice", "is [redacted], expected "),
    problem("absent", "is required", "", true),
    problem("table.deep", "is required", "table.other", true),
    problem("even", "is 3: it must be even"),
  ]);
});
