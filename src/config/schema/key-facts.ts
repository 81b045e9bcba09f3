import { z } from "zod";
import type { Paths } from "../paths.ts";

/** Facts about a key that the schema of its value cannot express. */
export interface KeyFacts {
  /** One or two sentences for the reference, the JSON Schema and `abp config show`. */
  readonly description: string;
  /** Never printed, and may be read from a file with `<key>_file`. */
  readonly secret?: boolean;
  /** The value is a path, or a list of paths. Relative paths are resolved against the directory of the file that sets them. */
  readonly path?: boolean;
  /** The directory that is the default. It depends on the environment, so the schema cannot state it. */
  readonly defaultFrom?: keyof Paths;
  /** Never taken from a project's file, not even from a trusted one, nor from a file that the user names. */
  readonly usersOwn?: boolean;
  /**
   * Never taken from a project's file that was only found, not even from a trusted one: `true` for every value, else for this one. A
   * file that the user names may set it.
   */
  readonly trusted?: true | string;
  /** The form of an item, for messages, if a list takes more than strings. */
  readonly item?: string;
  /** A larger number is allowed and gets a warning. */
  readonly warnAbove?: number;
  /** The lists of all layers are combined. Without it, the list of the strongest layer replaces the others. */
  readonly unites?: boolean;
  /** An allow list of such patterns, of which an empty one allows everything. A less trusted layer can only narrow it. */
  readonly narrows?: "globs" | "hosts";
  /** The value that a less trusted layer cannot replace. */
  readonly strictest?: string;
  /** A list of exceptions from strict mode. If a more trusted layer asks for strict mode, a less trusted one can only shorten it. */
  readonly waives?: boolean;
}

// A registry of its own: zod writes its global metadata into the JSON Schema, as unknown keywords.
const registry = z.registry<KeyFacts>();

/** Defines a key: registers the facts for the schema of its value, and returns that schema with its description. */
export function key<Schema extends z.ZodType>(schema: Schema, facts: KeyFacts): Schema {
  const described = schema.meta({
    description: facts.description,
    ...(facts.secret === true ? { writeOnly: true } : {}),
  });
  registry.add(described, facts);
  return described;
}

/** The facts that `key` registered for a schema. */
export function factsOf(schema: z.ZodType): KeyFacts | undefined {
  return registry.get(schema);
}
