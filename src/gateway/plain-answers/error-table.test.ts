import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedPath } from "../../../test/shared.ts";
import { AbpError, type ErrorCode, errorCodes } from "../../contract/index.ts";
import { dialects } from "../../dialects/index.ts";
import { answerError } from "./error-answer.ts";

type Members = Readonly<Record<string, unknown>>;

const WHERE = "$.tools[0]";
const engine = { name: "spare", dialect: dialects[3]! };

/** The errors of the mapping taxonomy as they are thrown, and the details that each has. */
const MAPPING: Readonly<Record<string, readonly [code: ErrorCode, details: Members, expected: Members]>> = {
  E001: [
    "mapping_unsupported_capability",
    { feature: "reasoning.effort", dialect: "claude", engine: "gemini" },
    { feature: "reasoning.effort", dialect: "claude", engine: "gemini" },
  ],
  E002: [
    "mapping_unmappable_tool",
    { feature: "tool.code_execution", available_alternatives: ["a", "b/m"] },
    { tool_name: "code_execution", available_alternatives: ["a", "b/m"] },
  ],
  E003: [
    "mapping_ambiguous",
    { reason: "two tools", possible_interpretations: ["the first", "the second"] },
    { reason: "two tools", possible_interpretations: ["the first", "the second"] },
  ],
  E004: [
    "policy_approval_required",
    { operation: "offer_tool", risk_level: "high" },
    { operation: "offer_tool", risk_level: "high" },
  ],
  E005: [
    "policy_denied",
    { operation: "offer_tool", policy_rule: "policy.disallowed_tools[0]" },
    { operation: "offer_tool", policy_rule: "policy.disallowed_tools[0]" },
  ],
  E006: [
    "capability_unsupported",
    {
      capability: "audio_input",
      support_level: "emulated",
      missing: [{ capability: "audio_input", required_by: "request", reason: "unlisted" }],
    },
    {
      capability: "audio_input",
      support_level: "emulated",
      missing: [{ capability: "audio_input", required_by: "request", reason: "unlisted" }],
    },
  ],
  E007: [
    "backend_unavailable",
    { engine: "main", reason: "it is closed" },
    { backend_id: "main", reason: "it is closed" },
  ],
};

/** What each taxonomy error names even if the place that throws it states no details. */
const WITHOUT_DETAILS: Readonly<Record<string, Members>> = {
  E001: { feature: WHERE, engine: engine.dialect.id },
  E002: { tool_name: WHERE, available_alternatives: [] },
  E003: { reason: "it is so", possible_interpretations: [] },
  E004: { operation: WHERE },
  E005: { operation: WHERE },
  E006: { capability: WHERE, support_level: "unsupported" },
  E007: { backend_id: "spare", reason: "it is so" },
};

/** The details of an answer, whatever the dialect calls them. */
function detailsIn(dialect: string, body: Members): Members {
  const error = body["error"] as Members;
  if (dialect === "claude") return error["details"] as Members;
  if (dialect !== "gemini") return error["abp_details"] as Members;
  const info = (error["details"] as Members[]).find((one) => String(one["@type"]).endsWith("ErrorInfo"));
  return info!["metadata"] as Members;
}

// Google's metadata are texts.
function textsOf(details: Members): Members {
  const text = (value: unknown): string => {
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join("; ");
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, text(value)]));
}

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
  "an error of ours in %s",
  (id, dialect) => {
    it.each(errorCodes)("%s names its message, its place, its code and no object as text", (code) => {
      const details = { list: [{ a: 1 }], object: { b: 2 }, missing: [{ c: 3 }], feature: "f" };
      const error = new AbpError(code, "it is so", { where: WHERE, details });
      const { status, headers, body } = answerError(dialect, error, "run-1", engine);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).toContain("it is so.");
      expect(body).not.toMatch(/object Object|undefined|NaN/);
      const number = error.row.mapping?.number;
      expect(headers.slice(headers.indexOf("x-abp-error"))[1]).toBe(number ?? code);
      if (number === undefined) return;
      expect(body).toContain(number);
      expect(detailsIn(id, JSON.parse(body) as Members)).toMatchObject({
        documentation_url: `docs/errors.md#${code}`,
      });
    });

    it.each(Object.entries(MAPPING))(
      "%s has the details of the taxonomy",
      (number, [code, details, expected]) => {
        const error = new AbpError(code, "it is so", { where: WHERE, details });
        expect(error.row.mapping?.number).toBe(number);
        const body = JSON.parse(answerError(dialect, error, "run-1", engine).body) as Members;
        expect(detailsIn(id, body)).toMatchObject(id === "gemini" ? textsOf(expected) : expected);
      },
    );

    it.each(Object.entries(WITHOUT_DETAILS))("%s has details if none are stated", (number, expected) => {
      const error = new AbpError(MAPPING[number]![0], "it is so", { where: WHERE });
      const body = JSON.parse(answerError(dialect, error, "run-1", engine).body) as Members;
      const all = number === "E001" ? { ...expected, dialect: id } : expected;
      expect(detailsIn(id, body)).toMatchObject(id === "gemini" ? textsOf(all) : all);
    });
  },
);

it("a code of the network is no reason for a caller", () => {
  const error = new AbpError("backend_unavailable", "it is so", {
    details: { engine: "e", reason: "UND_ERR" },
  });
  for (const dialect of dialects) expect(answerError(dialect, error).body).not.toContain("UND_ERR");
});

const SEED = sharedPath("seeds", "004_8dd9b43cec8e2b99.txt");

it.skipIf(!existsSync(SEED))("the details are those of the published taxonomy", () => {
  const text = readFileSync(SEED, "utf8");
  const variants = [...text.matchAll(/^ {4}(\w+) \{\n((?: {8}\w+: [^\n]+\n)+) {4}\},$/gm)];
  const rows = [...text.matchAll(/^\| (\w+) \| `(E\d+)` \|/gm)];
  const numbers = new Map(rows.map(([, type, number]) => [type!, number!]));
  const found = variants.flatMap(([, type, members]) => {
    const number = numbers.get(type!);
    return number === undefined
      ? []
      : [[number, [...members!.matchAll(/(\w+):/g)].map(([, name]) => name)] as const];
  });
  expect(found).toHaveLength(7);
  for (const [number, names] of found)
    expect(Object.keys(MAPPING[number]![2])).toEqual(expect.arrayContaining(names));
});
