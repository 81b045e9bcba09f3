import type { z } from "zod";
import { suggest } from "../lib/index.ts";
import { type DocumentKind, documents, formatPath } from "./document.ts";

/** A member that the contract does not know: kept and carried, but perhaps a slip of the pen. */
export interface UnknownMember {
  readonly path: string;
  readonly suggestion?: string;
}

/**
 * The members of a valid document that its schema does not name, at every level.
 *
 * @example
 * import { unknownMembers } from "agent-backplane/contract";
 * for (const member of unknownMembers("work_order", value)) console.warn(member);
 */
export function unknownMembers(kind: DocumentKind, value: unknown): UnknownMember[] {
  return collect(documents[kind], value, []);
}

type Path = readonly PropertyKey[];

// Only the kinds of schema that the documents are made of; free JSON has no names to know.
function collect(schema: z.core.$ZodType, value: unknown, path: Path): UnknownMember[] {
  const def = schema._zod.def as z.core.$ZodTypes["_zod"]["def"];
  switch (def.type) {
    case "object":
      return isObject(value) ? collectObject(def, value, path) : [];
    case "array":
      return Array.isArray(value)
        ? value.flatMap((item, index) => collect(def.element, item, [...path, index]))
        : [];
    case "record":
      return isObject(value)
        ? Object.entries(value).flatMap(([key, member]) => collect(def.valueType, member, [...path, key]))
        : [];
    case "union": {
      const option = def.options.find((one) => accepts(one, value));
      return option === undefined ? [] : collect(option, value, path);
    }
    case "optional":
    case "nullable":
    case "default":
      return collect(def.innerType, value, path);
    case "pipe":
      return collect(def.in, value, path);
    case "lazy":
      return collect(def.getter(), value, path);
    default:
      return [];
  }
}

function collectObject(
  def: z.core.$ZodObjectDef,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): UnknownMember[] {
  const names = Object.keys(def.shape);
  return Object.entries(value).flatMap(([name, member]) => {
    const inner = def.shape[name];
    if (inner !== undefined) return collect(inner, member, [...path, name]);
    const near = suggest(
      name,
      names.filter((known) => !Object.hasOwn(value, known)),
    );
    return [{ path: formatPath([...path, name]), ...(near === undefined ? {} : { suggestion: near }) }];
  });
}

function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  return (schema as z.ZodType).safeParse(value).success;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
