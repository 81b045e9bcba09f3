import { resolveReference } from "../../json-schema/reference.ts";
import { isMembers, type Members } from "../../members/members.ts";

/** A change to a keyword: its first position, and the reason. */
export interface SchemaChange {
  readonly keyword: string;
  readonly at: string;
  readonly disposition: "mapped" | "disclosed" | "refused";
  readonly reason: string;
}

/** A schema that Gemini accepts, and the changes that were needed. */
export interface RewrittenSchema {
  readonly schema: unknown;
  readonly changes: readonly SchemaChange[];
}

// The JSON Schema fields of the API take these (ai.google.dev, GenerationConfig.responseJsonSchema), and ignore others.
const DROPPED = new Set(["$schema", "$id", "$anchor", "$comment", "$defs", "definitions", "$vocabulary"]);
const UNENFORCED = new Set([
  "pattern",
  "minLength",
  "maxLength",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "uniqueItems",
  "minProperties",
  "maxProperties",
]);
const STRIPPED = new Set([
  "propertyNames",
  "patternProperties",
  "if",
  "then",
  "else",
  "not",
  "contains",
  "minContains",
  "maxContains",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "$dynamicRef",
  "$dynamicAnchor",
]);
const FORMATS = new Set(["date-time", "date", "time", "enum", "float", "double", "int32", "int64"]);
const SUBSCHEMA = new Set(["items", "additionalProperties", "additionalItems"]);
const SUBSCHEMAS = new Set(["anyOf", "oneOf", "prefixItems"]);

/** The most nodes that a schema may have once its references are written out. */
const NODE_LIMIT = 20_000;

/** The keyword of a change that cuts a schema which refers to itself. */
export const RECURSION = "$ref of itself";

/** How often a schema that refers to itself is written out in itself, and beyond how many nodes only once. */
const UNFOLDINGS = 2;
const UNFOLDED_NODES = 2000;

/** Rewrites a JSON Schema for `parametersJsonSchema` and `responseJsonSchema`, with an account of every change. */
export function rewriteSchema(schema: unknown): RewrittenSchema {
  const rewriting = new Rewriting(schema);
  return { schema: rewriting.run(), changes: rewriting.changes };
}

class Rewriting {
  readonly #root: unknown;
  readonly #changes = new Map<string, SchemaChange>();
  readonly #stack: string[] = [];
  readonly #used = new Set<string>();
  #nodes = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  get changes(): readonly SchemaChange[] {
    return [...this.#changes.values()];
  }

  run(): unknown {
    const schema = this.#rewrite(this.#root, "");
    for (const holder of ["$defs", "definitions"]) {
      const known = isMembers(this.#root) ? this.#root[holder] : undefined;
      const names = isMembers(known) ? Object.keys(known) : [];
      if (names.some((name) => !this.#used.has(`#/${holder}/${name}`)))
        this.#change(holder, `.${holder}`, "disclosed", "definitions that nothing refers to are left out");
    }
    return schema;
  }

  #change(keyword: string, at: string, disposition: SchemaChange["disposition"], reason: string): void {
    const key = `${keyword} ${disposition}`;
    if (!this.#changes.has(key)) this.#changes.set(key, { keyword, at, disposition, reason });
  }

  #rewrite(schema: unknown, at: string): unknown {
    if (!isMembers(schema)) return schema;
    if (++this.#nodes > NODE_LIMIT) {
      this.#change("$ref", at, "refused", `the schema has more than ${NODE_LIMIT} nodes without references`);
      return {};
    }
    const reference = schema["$ref"];
    if (typeof reference === "string") return this.#inline(reference, schema, at);
    if (Array.isArray(schema["allOf"])) return this.#rewriteAllOf(schema, at);
    const out: Members = {};
    for (const [keyword, value] of Object.entries(schema)) this.#keyword(out, keyword, value, at);
    return this.#describeFormat(out, at);
  }

  #keyword(out: Members, keyword: string, value: unknown, at: string): void {
    const place = `${at}.${keyword}`;
    if (DROPPED.has(keyword)) {
      if (keyword !== "$defs" && keyword !== "definitions")
        this.#change(keyword, place, "disclosed", `${keyword} has no effect on values and is left out`);
    } else if (STRIPPED.has(keyword)) {
      this.#change(keyword, place, "disclosed", `Gemini does not know ${keyword}; it is left out`);
    } else if (keyword === "const") {
      out["enum"] = [value];
      this.#change(keyword, place, "mapped", "const is written as an enum of one value");
    } else if (keyword === "properties" && isMembers(value)) {
      const properties: [string, unknown][] = Object.entries(value).map(([name, one]) => [
        name,
        this.#rewrite(one, `${place}.${name}`),
      ]);
      out[keyword] = Object.fromEntries(properties);
    } else if (SUBSCHEMA.has(keyword)) {
      out[keyword] = this.#rewrite(value, place);
    } else if (SUBSCHEMAS.has(keyword) && Array.isArray(value)) {
      if (keyword === "oneOf") this.#change(keyword, place, "disclosed", "Gemini takes oneOf for anyOf");
      out[keyword] = value.map((one, index) => this.#rewrite(one, `${place}[${index}]`));
    } else {
      if (UNENFORCED.has(keyword))
        this.#change(keyword, place, "disclosed", `Gemini does not enforce ${keyword}`);
      out[keyword] = value;
    }
  }

  // A format of texts that the API does not know is an error in some of its fields, so it goes into the description.
  #describeFormat(schema: Members, at: string): Members {
    const { format, ...rest } = schema;
    if (typeof format !== "string" || FORMATS.has(format)) return schema;
    this.#change(
      "format",
      `${at}.format`,
      "disclosed",
      `Gemini does not know the format ${format}; the description names it`,
    );
    const before = typeof rest["description"] === "string" ? `${rest["description"]}\n` : "";
    return { ...rest, description: `${before}Format: ${format}` };
  }

  // The API refuses members beside `$ref`, so references are written out.
  #inline(reference: string, schema: Members, at: string): unknown {
    const { $ref: _, ...siblings } = schema;
    const target = resolveReference(this.#root, reference);
    if (this.#isDeep(reference)) {
      const reason = `the reference ${reference} leads back to itself; it is written out ${UNFOLDINGS} times and is open below`;
      this.#change(RECURSION, at, "disclosed", reason);
      return openSchema(reference, target);
    }
    if (target === undefined) {
      this.#change("$ref", at, "refused", `the reference ${reference} leads nowhere in the schema`);
      return {};
    }
    this.#used.add(reference);
    this.#change("$ref", at, "mapped", "references are written out in place");
    for (const name of ["title", "description"])
      if (isMembers(target) && target[name] !== undefined && siblings[name] !== undefined)
        this.#change(`${name} of a definition`, at, "disclosed", `a reference's own ${name} stands for both`);
    this.#stack.push(reference);
    const whole = this.#rewrite(isMembers(target) ? { ...target, ...siblings } : target, at);
    this.#stack.pop();
    return whole;
  }

  #isDeep(reference: string): boolean {
    const most = this.#nodes > UNFOLDED_NODES ? 1 : UNFOLDINGS;
    return this.#stack.filter((one) => one === reference).length >= most;
  }

  #rewriteAllOf(schema: Members, at: string): unknown {
    const { allOf, ...rest } = schema;
    const depth = this.#stack.length;
    let merged: Members = rest;
    let isWhole = true;
    for (const one of allOf as unknown[]) {
      const whole = this.#follow(one);
      const joined = whole === undefined ? undefined : joinSchemas(merged, whole);
      if (joined === undefined) isWhole = false;
      else merged = joined;
    }
    if (isWhole) this.#change("allOf", at, "mapped", "allOf is written as one schema");
    else this.#change("allOf", at, "disclosed", "parts of allOf that contradict each other are left out");
    const written = this.#rewrite(merged, at);
    this.#stack.length = depth;
    return written;
  }

  /** The target of a chain of references. The references stay on the stack until the caller is done. */
  #follow(schema: unknown): Members | undefined {
    let node = schema;
    while (isMembers(node) && typeof node["$ref"] === "string") {
      const reference = node["$ref"];
      const target = resolveReference(this.#root, reference);
      // A way that does not end is left to the reference itself, which is then refused.
      if (!isMembers(target) || this.#stack.includes(reference)) return node;
      this.#used.add(reference);
      this.#stack.push(reference);
      const { $ref: _, ...siblings } = node;
      node = { ...target, ...siblings };
    }
    return isMembers(node) ? node : undefined;
  }
}

// The end of a schema that refers to itself: any value of its type, with a word on what it is.
function openSchema(reference: string, target: unknown): Members {
  const type = isMembers(target) ? target["type"] : undefined;
  const name = reference === "#" ? "the whole schema" : reference.slice(reference.lastIndexOf("/") + 1);
  const description = `Nested further in the same way as ${name}.`;
  return { ...(typeof type === "string" ? { type: type } : {}), description };
}

function joinSchemas(left: Members, right: Members): Members | undefined {
  const out: Members = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    const own = out[keyword];
    if (own === undefined) out[keyword] = value;
    else if (keyword === "required" && Array.isArray(own) && Array.isArray(value))
      out[keyword] = [...new Set([...own, ...value])];
    else if (keyword === "properties" && isMembers(own) && isMembers(value))
      out[keyword] = { ...value, ...own };
    else if (keyword === "allOf" && Array.isArray(own) && Array.isArray(value))
      out[keyword] = [...own, ...value];
    else if (
      keyword !== "description" &&
      keyword !== "title" &&
      JSON.stringify(own) !== JSON.stringify(value)
    )
      return undefined;
  }
  return out;
}
