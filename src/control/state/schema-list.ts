import { z } from "zod";
import { ConfigSchema } from "../../config/index.ts";
import { AbpError, documents } from "../../contract/index.ts";

const schemas = new Map<string, z.ZodType>([
  ...Object.entries(documents),
  ["backplane_config", ConfigSchema],
]);

/** The documents that have a JSON Schema, as `abp schema` lists them. */
export function listSchemas(): { name: string; description: string }[] {
  return [...schemas].map(([name, { description = "" }]) => ({ name, description }));
}

/** The JSON Schema of a document, as `abp schema NAME` prints it. Throws `resource_not_found`. */
export function findSchema(name: string): Record<string, unknown> {
  const schema = schemas.get(name);
  if (schema === undefined) {
    throw new AbpError("resource_not_found", `There is no schema ${JSON.stringify(name)}.`, {
      where: "path.name",
      advice: `There are ${[...schemas.keys()].join(", ")}.`,
    });
  }
  return z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" });
}
