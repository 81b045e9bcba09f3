import { isMembers, list, type Members, members } from "../raw-json.ts";
import type { StrictRequest } from "../violation.ts";

// Protocol buffers take both spellings of a name; rules read one.
const OPEN = new Set([
  "args",
  "response",
  "parametersJsonSchema",
  "responseJsonSchema",
  "properties",
  "labels",
  "default",
  "example",
  "partMetadata",
]);

const known = new WeakMap<object, Members>();

/** Returns the body with every name in `camelCase`, except below members that hold the caller's own names. */
export function camelBody({ body }: StrictRequest): Members {
  const before = known.get(body);
  if (before !== undefined) return before;
  const made = members(camel(body));
  known.set(body, made);
  return made;
}

function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel);
  if (!isMembers(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const name = key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      if (name === "properties" && isMembers(one))
        return [
          name,
          Object.fromEntries(Object.entries(one).map(([inner, schema]) => [inner, camel(schema)])),
        ];
      return [name, OPEN.has(name) ? one : camel(one)];
    }),
  );
}

/** A content, and its parts. */
export interface Content {
  readonly role: unknown;
  readonly parts: readonly Members[];
}

export function contentsOf(request: StrictRequest): readonly Content[] {
  const { contents } = camelBody(request);
  const all = isMembers(contents) ? [contents] : list(contents).map(members);
  return all.map(({ role, parts }) => ({
    role,
    parts: (isMembers(parts) ? [parts] : list(parts)).map(members),
  }));
}

/** Joins contents of one role in a row, as the API does before it pairs calls with responses. */
export function turnsOf(request: StrictRequest): readonly Content[] {
  const turns: { role: unknown; parts: Members[] }[] = [];
  for (const { role, parts } of contentsOf(request)) {
    const last = turns.at(-1);
    if (last !== undefined && last.role === role) last.parts.push(...parts);
    else turns.push({ role, parts: [...parts] });
  }
  return turns;
}

export function generationConfig(request: StrictRequest): Members {
  return members(camelBody(request)["generationConfig"]);
}

export function toolsOf(request: StrictRequest): readonly Members[] {
  const { tools } = camelBody(request);
  return (isMembers(tools) ? [tools] : list(tools)).map(members);
}

/** A function, and where it stands. */
export interface Declaration {
  readonly tool: Members;
  readonly where: string;
}

export function declarationsOf(request: StrictRequest): readonly Declaration[] {
  return toolsOf(request).flatMap((tool, at) =>
    list(tool["functionDeclarations"]).map((one, index) => ({
      tool: members(one),
      where: `tools[${at}].function_declarations[${index}]`,
    })),
  );
}
