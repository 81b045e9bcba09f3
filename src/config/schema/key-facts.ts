import { z } from "zod";
import type { Paths } from "../paths.ts";

/** What the key table knows of one key beside the schema of its value. */
export interface KeyFacts {
  /** One or two sentences for the reference, the JSON Schema and `abp config show`. */
  readonly description: string;
  /** Never shown, and may come from a file through `<key>_file`. */
  readonly secret?: boolean;
  /** A path, or a list of paths: relative ones count from the place that sets them. */
  readonly path?: boolean;
  /** The directory that is the default; it depends on the environment, so the schema cannot hold it. */
  readonly defaultFrom?: keyof Paths;
  /** A larger number is allowed and gets an advisory warning. */
  readonly warnAbove?: number;
  /** An empty list of a stronger layer leaves the weaker layer's list in place (a rule of abp/v0.1). */
  readonly emptyIsUnset?: boolean;
  /** Whether the lists of all layers hold together; elsewhere the strongest layer\'s list stands alone. */
  readonly unites?: boolean;
}

// Kept out of zod's own metadata, which would be written into the JSON Schema as unknown keywords.
const registry = z.registry<KeyFacts>();

/** Writes one key of the table: the schema of its value, and the facts. */
export function key<Schema extends z.ZodType>(schema: Schema, facts: KeyFacts): Schema {
  const described = schema.meta({
    description: facts.description,
    ...(facts.secret === true ? { writeOnly: true } : {}),
  });
  registry.add(described, facts);
  return described;
}

/** The facts that `key` kept for a schema. */
export function factsOf(schema: z.ZodType): KeyFacts | undefined {
  return registry.get(schema);
}
