import { createRequire } from "node:module";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { isMembers } from "../raw-json.ts";

let ajv: Ajv2020 | undefined;
const known = new WeakMap<object, string | null>();

const load = createRequire(import.meta.url);

// Loaded with the first schema: most processes check none.
function openAjv(): Ajv2020 {
  const library = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  return new library.Ajv2020({ strict: false, validateFormats: false, logger: false });
}

/** Says where a schema is no JSON Schema (draft 2020-12), or returns undefined. */
export function invalidSchema(schema: unknown): string | undefined {
  if (!isMembers(schema)) return "is not an object";
  const before = known.get(schema);
  if (before !== undefined) return before ?? undefined;
  ajv ??= openAjv();
  // A `$schema` of another draft names a meta-schema that is not here; vendors read the schema as 2020-12.
  const { $schema: _, ...bare } = schema;
  const isValid = ajv.validateSchema(bare) === true;
  const [first] = ajv.errors ?? [];
  const found = isValid ? null : `${first?.instancePath ?? ""} ${first?.message ?? "is invalid"}`.trim();
  known.set(schema, found);
  return found ?? undefined;
}
