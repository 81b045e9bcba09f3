import { expect, it } from "vitest";
import { checkModelName, MAX_MODEL_NAME_BYTES, MAX_MODEL_TEXT_BYTES } from "./model-name.ts";

it.each(["", "gpt-5", "m".repeat(170), "m".repeat(512), "é".repeat(256), "€".repeat(170), "😀".repeat(128)])(
  "a name of up to 512 bytes is taken (%#)",
  (name) => expect(checkModelName(name, "$.model")).toBe(name),
);

it.each(["m".repeat(513), "é".repeat(257), "€".repeat(171), "😀".repeat(129), "m".repeat(1_000_000)])(
  "a longer one is refused, and the error does not contain it (%#)",
  (name) => {
    expect(() => checkModelName(name, "$.model")).toThrow(
      expect.objectContaining({
        code: "contract_schema_violation",
        message: "$.model names a model with more than 512 bytes",
        where: "$.model",
        details: { path: "$.model", limit: 512 },
      }),
    );
  },
);

it("every escaped name of that length fits into the longest text", () => {
  const escaped = [..."m".repeat(MAX_MODEL_NAME_BYTES)].map(() => "\\u006d").join("");
  expect(`"${escaped}"`).toHaveLength(MAX_MODEL_TEXT_BYTES);
});
