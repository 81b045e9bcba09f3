import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { variableName } from "../layers/variable.ts";
import { ConfigSchema } from "../schema/config-schema.ts";
import { ANY_NAME, listKeys } from "../schema/key-table.ts";
import { renderConfigReference } from "./reference.ts";

const reference = renderConfigReference();

describe("the reference", () => {
  test("is what docs/configuration.md contains: run `npm run generate`", () => {
    const stored = new URL("../../../docs/configuration.md", import.meta.url);
    expect(reference).toBe(readFileSync(stored, "utf8"));
  });

  test("has the ranges and defaults of the stored JSON Schema: run `npm run generate`", () => {
    const stored = new URL("../../../schemas/backplane_config.schema.json", import.meta.url);
    const { $defs, properties } = z.toJSONSchema(ConfigSchema, { io: "input" });
    expect(JSON.parse(readFileSync(stored, "utf8"))).toMatchObject({ $defs, properties });
  });

  test("lists every key, with its variable and meaning", () => {
    for (const definition of listKeys(ConfigSchema)) {
      const variable = variableName(definition.path.map((name) => (name === ANY_NAME ? "NAME" : name)));
      const line = reference
        .split("\n")
        .find((text) => text.includes(`\`${variable}\``) && text.startsWith("| `"));
      expect(line, variable).toContain(definition.facts.description);
      expect(line).toMatch(new RegExp(`^\\| \`${definition.path.at(-1)}\` \\|`));
    }
  });

  test("every row of a table has as many cells as its header", () => {
    const lines = reference.split("\n");
    const count = (line: string): number => line.replaceAll("\\|", "").split("|").length;
    for (const [index, line] of lines.entries()) {
      if (line.startsWith("|") && lines[index - 1]?.startsWith("|"))
        expect(count(line)).toBe(count(lines[index - 1]!));
    }
  });

  test("states defaults, ranges and that a repository is never configuration", () => {
    expect(reference).toContain("| `port` | whole number, from 1 to 65535 | `8088` | `ABP_PORT` |");
    expect(reference).toContain(
      "| `cache_read` | number, at least 0 | none | `ABP_PRICES__NAME__CACHE_READ` |",
    );
    expect(reference).toContain("| `receipts_dir` | path | `~/.local/share/abp/receipts` |");
    expect(reference).toContain("never from the workspace root of a work order");
    expect(reference).not.toContain("undefined");
  });
});
