import { z } from "zod";
import { type DocumentKind, documents } from "../src/contract/index.ts";

/** The JSON Schema of every document and of the configuration, by file path. */
export async function renderSchemas(): Promise<[string, string][]> {
  const { ConfigSchema } = await import("../src/config/index.ts");
  const all: [string, z.ZodType][] = [
    ...(Object.entries(documents) as [DocumentKind, z.ZodType][]),
    ["backplane_config", ConfigSchema],
  ];
  return all.map(([name, schema]) => [`schemas/${name}.schema.json`, renderSchema(schema)]);
}

// Input form: what a writer must send. Members that a reader fills in by default are optional there.
function renderSchema(schema: z.ZodType): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" }), null, 2)}\n`;
}
