import { describe, expect, it } from "vitest";
import { list, object } from "../oracle/neutral.ts";
import { all, allPairs, ask, askOrRefuse, isAdmitted, weatherSchema, withTools } from "./stage.ts";

describe("schemas of tools", () => {
  it.each(all.filter((from) => from !== "gemini"))(
    "D5: $schema from %s does not reach Gemini's own schema form",
    (from) => {
      const schema = { $schema: "http://json-schema.org/draft-07/schema#", ...weatherSchema };
      const { body } = ask(
        from,
        "gemini",
        withTools(from, { tools: [{ name: "f", description: "d", schema }] }),
      );
      const declared = object(list(object(list(body["tools"])[0])["functionDeclarations"])[0]);
      expect(JSON.stringify(declared["parameters"] ?? {})).not.toContain("$schema");
      expect(JSON.stringify(declared)).toContain("city");
    },
  );

  it.each(all.filter((from) => from !== "gemini"))(
    "D6: nullable types and definitions from %s are understood by Gemini",
    (from) => {
      const schema = {
        type: "object",
        properties: { place: { $ref: "#/$defs/place" }, note: { type: ["string", "null"] } },
        $defs: { place: { type: "object", properties: { name_of_place: { type: "string" } } } },
      };
      const { body } = ask(
        from,
        "gemini",
        withTools(from, { tools: [{ name: "f", description: "d", schema }] }),
      );
      const declared = object(list(object(list(body["tools"])[0])["functionDeclarations"])[0]);
      const own = JSON.stringify(declared["parameters"] ?? {});
      expect(JSON.stringify(declared)).toContain("name_of_place");
      expect(own).not.toContain("$ref");
      expect(own).not.toMatch(/"type":\[/);
    },
  );

  it.each(all.filter((from) => from !== "gemini"))(
    "D7: references from %s are inlined for Gemini, and a recursive one is written out to some depth and disclosed",
    (from) => {
      const schema = {
        type: "object",
        properties: {
          items: { type: "array", items: { $ref: "#/$defs/entry", description: "beside the reference" } },
        },
        $defs: { entry: { type: "object", properties: { label_text: { type: "string" } } } },
      };
      const { body } = ask(
        from,
        "gemini",
        withTools(from, { tools: [{ name: "f", description: "d", schema }] }),
      );
      expect(JSON.stringify(body)).toContain("label_text");
      const recursive = { type: "object", properties: { child: { $ref: "#" } } };
      const cut = ask(
        from,
        "gemini",
        withTools(from, { tools: [{ name: "f", description: "d", schema: recursive }] }),
      );
      const declared = object(list(object(list(cut.body["tools"])[0])["functionDeclarations"])[0]);
      const written = JSON.stringify(declared["parametersJsonSchema"] ?? declared["parameters"]);
      expect(written).not.toContain("$ref");
      expect(written.split('"child"').length).toBeGreaterThan(2);
      expect(
        cut.entries.some(
          ({ disposition, reason }) => disposition === "disclosed" && reason.includes("leads back to itself"),
        ),
      ).toBe(true);
    },
  );

  it.each(all.filter((from) => from !== "gemini"))(
    "D8, D9: keywords that Gemini lacks are kept, rewritten or named, from %s",
    (from) => {
      const schema = {
        type: "object",
        properties: {
          when: { type: "string", format: "date" },
          map: { type: "object", propertyNames: { pattern: "^abc$" } },
          empty: { type: "object" },
        },
        additionalProperties: false,
      };
      const outcome = askOrRefuse(
        from,
        "gemini",
        withTools(from, { tools: [{ name: "f", description: "d", schema }] }),
      );
      if (outcome instanceof Error) return expect(isAdmitted(outcome, "tool")).toBe(true);
      const shown = JSON.stringify(outcome.body);
      for (const word of ["additionalProperties", "propertyNames", '"format":"date"']) {
        const isNamed = outcome.entries.some(
          (entry) => entry.path.startsWith("$.tools[0]") && entry.disposition !== "mapped",
        );
        expect(shown.includes(word) || isNamed).toBe(true);
      }
      return undefined;
    },
  );

  it.each(allPairs)("D20: a tool without parameters from %s keeps its schema in %s", (from, to) => {
    const schema = { type: "object", properties: {} };
    const { neutral } = ask(
      from,
      to,
      withTools(from, { tools: [{ name: "ping", description: "pings", schema }] }),
    );
    const made = neutral.tools[0]?.["schema"];
    if (made !== undefined) expect(JSON.stringify(made).toLowerCase()).toContain('"object"');
    expect(neutral.tools.map((tool) => tool["name"])).toEqual(["ping"]);
    if (to === "claude") expect(made).toEqual(schema);
  });
});
