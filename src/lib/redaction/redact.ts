import type { JsonObject, JsonValue } from "../json/index.ts";
import { isSecretName } from "./secret-name.ts";
import { findSecretShapes } from "./secret-shape.ts";
import { replaceSpans, type Span } from "./span.ts";

/** Replaces a secret. */
export const REDACTED = "[redacted]";

/** Further knowledge about the value. */
export interface RedactionOptions {
  /** Values that are secret; they are found inside longer texts and in their usual encodings. */
  readonly secrets?: readonly string[];
  /** The names that lead to the value; one that names a secret hides the whole value. */
  readonly path?: readonly string[];
}

const MAX_DEPTH = 128;

/**
 * Copies a value as plain JSON that is safe to log. A value is a secret by its name, by its form, or because it is
 * one of the given secrets. A value without a JSON form becomes null.
 */
export function redact(value: unknown, options: RedactionOptions = {}): JsonValue {
  const forms = (options.secrets ?? []).flatMap(encodedForms);
  const hidden = options.path?.some(isSecretName) ?? false;
  return redactAt(value, forms, hidden, 0);
}

/** The text with every secret in it replaced. */
export function redactText(text: string, options: Pick<RedactionOptions, "secrets"> = {}): string {
  return compileRedactor(options.secrets ?? [])(text);
}

/** Prepares the redaction of many texts: it computes the encodings of the secrets once. */
export function compileRedactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap(encodedForms);
  return (text) => redactForms(text.toWellFormed(), forms);
}

function redactAt(value: unknown, forms: readonly string[], hidden: boolean, depth: number): JsonValue {
  // A yes, a no or a nothing under a secret name tells only whether the secret is there.
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return hidden ? REDACTED : redactForms(value.toWellFormed(), forms);
  if (typeof value === "number") return hidden ? REDACTED : redactNumber(value, forms);
  if (typeof value === "bigint") return hidden ? REDACTED : redactForms(value.toString(), forms);
  if (typeof value !== "object") return null;
  if (hidden || depth >= MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return Array.from(value, (item) => redactAt(item, forms, false, depth + 1));
  return redactObject(value, forms, depth);
}

function redactObject(value: object, forms: readonly string[], depth: number): JsonObject {
  const members = new Map<string, JsonValue>();
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const key = redactForms(name.toWellFormed(), forms);
    members.set(freeKey(members, key), redactAt(member, forms, isSecretName(name), depth + 1));
  }
  return Object.fromEntries(members);
}

function redactNumber(value: number, forms: readonly string[]): JsonValue {
  if (!Number.isFinite(value)) return null;
  return forms.some((form) => String(value).includes(form)) ? REDACTED : value;
}

function redactForms(text: string, forms: readonly string[]): string {
  return replaceSpans(text, [...findSecretShapes(text), ...findForms(text, forms)], REDACTED);
}

function findForms(text: string, forms: readonly string[]): readonly Span[] {
  return forms.flatMap((form) => {
    const spans: Span[] = [];
    // Steps by one, so that occurrences which overlap are all found.
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1))
      spans.push([at, at + form.length]);
    return spans;
  });
}

/** A secret as it may stand in other texts: as it is, and in the usual encodings. */
export function encodedForms(secret: string): readonly string[] {
  const text = secret.toWellFormed();
  if (text === "") return [];
  const bytes = Buffer.from(text);
  return [
    ...new Set([
      text,
      JSON.stringify(text).slice(1, -1),
      encodeURIComponent(text),
      bytes.toString("base64"),
      bytes.toString("base64url"),
    ]),
  ];
}

// Two names may become equal once their secrets are gone, and neither value may vanish for that.
function freeKey(members: ReadonlyMap<string, unknown>, key: string): string {
  if (!members.has(key)) return key;
  let count = 2;
  while (members.has(`${key} ${count}`)) count += 1;
  return `${key} ${count}`;
}
