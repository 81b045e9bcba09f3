import { isSecretName, type JsonValue, type KnownSecrets, REDACTED, redact } from "../../lib/index.ts";

const MAX_DEPTH = 12;
/** Longer texts are cut, because people read log lines. */
const MAX_TEXT_LENGTH = 8192;

/** Converts any value to plain JSON without secrets, including errors with their causes, headers, URLs and bytes. */
export function toLoggable(value: unknown, secrets: readonly string[] | KnownSecrets): JsonValue {
  // The cut comes after the redaction, which would not find one half of a secret.
  return shorten(redact(toPlain(value, 0), { secrets }));
}

function toPlain(value: unknown, depth: number): unknown {
  if (typeof value === "symbol" || typeof value === "function") return String(value).split("\n", 1)[0];
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "[too deep]";
  if (value instanceof Error) return plainError(value, depth);
  if (value instanceof URL) return value.href;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (isHeaders(value) || value instanceof URLSearchParams || value instanceof Map)
    return plainEntries(value, depth);
  if (value instanceof Set) return plainList([...value], depth);
  return Array.isArray(value) ? plainList(value, depth) : plainMembers(value, depth);
}

/** Asks for the tag, because the name `Headers` loads Node's own fetch client: 15 ms of each start. */
function isHeaders(value: object): value is Headers {
  return Reflect.get(value, Symbol.toStringTag) === "Headers" && Symbol.iterator in value;
}

/** Hides an item that follows a secret name, because header lists have names and values in turn. */
function plainList(list: readonly unknown[], depth: number): unknown[] {
  return list.map((item, index) => {
    const before = index === 0 ? undefined : list[index - 1];
    const isNamed = typeof before === "string" && typeof item === "string" && isSecretName(before);
    return isNamed ? REDACTED : toPlain(item, depth + 1);
  });
}

function plainEntries(entries: Iterable<readonly [unknown, unknown]>, depth: number): object {
  return Object.fromEntries(
    Array.from(entries, ([name, value]) => [
      typeof name === "string" ? name : "entry",
      toPlain(value, depth + 1),
    ]),
  );
}

function plainMembers(value: object, depth: number): object {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [name, toPlain(member, depth + 1)]),
  );
}

function plainError(error: Error, depth: number): object {
  const own = plainMembers(error, depth);
  return {
    name: error.name,
    message: error.message,
    ...own,
    ...(error.cause === undefined ? {} : { cause: toPlain(error.cause, depth + 1) }),
    ...(error instanceof AggregateError ? { errors: plainList(error.errors, depth) } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
  };
}

function shorten(value: JsonValue): JsonValue {
  if (typeof value === "string")
    return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…` : value;
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]));
}
