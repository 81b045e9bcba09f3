import type { JsonObject, JsonValue } from "../json/index.ts";
import { type KnownSecrets, knownSecrets } from "./known-secrets.ts";
import { isSecretName } from "./secret-name.ts";
import { findSecretShapes } from "./secret-shape.ts";
import { replaceSpans } from "./span.ts";

/** Replaces a secret. */
export const REDACTED = "[redacted]";

/** Further knowledge about the value. */
export interface RedactionOptions {
  /** Values that are secret; they are found inside longer texts and in their usual encodings. */
  readonly secrets?: readonly string[] | KnownSecrets;
  /** The names that lead to the value; one that names a secret hides the whole value. */
  readonly path?: readonly string[];
}

const MAX_DEPTH = 128;

/**
 * Copies a value as plain JSON that is safe to log. A value is a secret by its name, by its form, or because it is
 * one of the given secrets. A value without a JSON form becomes null.
 */
export function redact(value: unknown, options: RedactionOptions = {}): JsonValue {
  const secrets = prepare(options.secrets);
  const hidden = options.path?.some(isSecretName) ?? false;
  return redactAt(value, secrets, hidden, 0);
}

/** The text with every secret in it replaced. */
export function redactText(text: string, options: Pick<RedactionOptions, "secrets"> = {}): string {
  return redactKnown(text.toWellFormed(), prepare(options.secrets));
}

/** Prepares the redaction of many texts: it computes the encodings of the secrets once. */
export function compileRedactor(secrets: readonly string[] | KnownSecrets): (text: string) => string {
  const known = prepare(secrets);
  return (text) => redactKnown(text.toWellFormed(), known);
}

const NO_SECRETS = knownSecrets([]);

function prepare(secrets: readonly string[] | KnownSecrets | undefined): KnownSecrets {
  if (secrets === undefined) return NO_SECRETS;
  return isList(secrets) ? knownSecrets(secrets) : secrets;
}

function isList(secrets: readonly string[] | KnownSecrets): secrets is readonly string[] {
  return Array.isArray(secrets);
}

function redactAt(value: unknown, secrets: KnownSecrets, hidden: boolean, depth: number): JsonValue {
  // A yes, a no or a nothing under a secret name tells only whether the secret is there.
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "string") return hidden ? REDACTED : redactKnown(value.toWellFormed(), secrets);
  if (typeof value === "number") return hidden ? REDACTED : redactNumber(value, secrets);
  if (typeof value === "bigint") return hidden ? REDACTED : redactKnown(value.toString(), secrets);
  if (typeof value !== "object") return null;
  if (hidden || depth >= MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return Array.from(value, (item) => redactAt(item, secrets, false, depth + 1));
  return redactObject(value, secrets, depth);
}

function redactObject(value: object, secrets: KnownSecrets, depth: number): JsonObject {
  const members = new Map<string, JsonValue>();
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const key = redactKnown(name.toWellFormed(), secrets);
    members.set(freeKey(members, key), redactAt(member, secrets, isSecretName(name), depth + 1));
  }
  return Object.fromEntries(members);
}

function redactNumber(value: number, secrets: KnownSecrets): JsonValue {
  if (!Number.isFinite(value)) return null;
  return secrets.find(String(value)).length > 0 ? REDACTED : value;
}

function redactKnown(text: string, secrets: KnownSecrets): string {
  return replaceSpans(text, [...findSecretShapes(text), ...secrets.find(text)], REDACTED);
}

// Two names may become equal once their secrets are gone, and neither value may vanish for that.
function freeKey(members: ReadonlyMap<string, unknown>, key: string): string {
  if (!members.has(key)) return key;
  let count = 2;
  while (members.has(`${key} ${count}`)) count += 1;
  return `${key} ${count}`;
}
