import type { LossEntry } from "../../contract/index.ts";
import { textOfJson } from "../../lib/index.ts";
import type { Failure, WrittenError } from "../codec/error-codec.ts";
import { isMembers, type Members } from "../members/members.ts";

/** The most entries of one report. An error has a handful of members; a hostile one may have any number. */
const MAX_ENTRIES = 100;
/** Deeper members of an error count as lost. */
const MAX_DEPTH = 16;
/** A shorter word may stand in the message by chance. */
const MIN_QUOTED = 4;

/**
 * Accounts for an engine's error that is written in another dialect: one entry for each member of its envelope. A member
 * is lost if nothing that the caller gets repeats its value.
 */
export function accountError(
  body: unknown,
  failure: Failure,
  written: WrittenError,
  caller: string,
): LossEntry[] {
  const [value, path] = Array.isArray(body) && body.length === 1 ? [body[0] as unknown, "$[0]"] : [body, "$"];
  if (!isMembers(value)) return [];
  const words = new Set([textOfJson(written.status), "error"]);
  collectWords(written.body, words, 0);
  const isSaid = (one: unknown, depth = 0): boolean => {
    if (one === null || one === "" || one === failure.type) return true;
    if (typeof one === "object" && depth >= MAX_DEPTH) return false;
    if (Array.isArray(one)) return one.every((item) => isSaid(item, depth + 1));
    if (isMembers(one)) return Object.values(one).every((item) => isSaid(item, depth + 1));
    const text = textOfJson(one);
    return words.has(text) || isQuoted(text, failure);
  };
  const places = [...membersAt(value, path), ...membersAt(value["error"], `${path}.error`)];
  return places
    .slice(0, MAX_ENTRIES)
    .map(([place, one]) =>
      isSaid(one)
        ? { path: place, disposition: "mapped", reason: "" }
        : { path: place, disposition: "disclosed", reason: `an error of ${caller} has no place for it` },
    );
}

function membersAt(value: unknown, path: string): [path: string, value: unknown][] {
  if (!isMembers(value)) return [];
  const names = Object.keys(value).filter((name) => name !== "error" || !isMembers(value[name]));
  return names.map((name) => [
    /^[A-Za-z_$][\w$-]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`,
    value[name],
  ]);
}

function collectWords(value: unknown, words: Set<string>, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const item of value) collectWords(item, words, depth + 1);
  else if (isMembers(value))
    for (const item of Object.values(value as Members)) collectWords(item, words, depth + 1);
  else words.add(textOfJson(value));
}

// The words of a relayed error stand in the message, with their secrets concealed.
function isQuoted(text: string, { message, relayed }: Failure): boolean {
  if (message.startsWith(`${text} (`)) return true;
  if (text.length < MIN_QUOTED) return false;
  return message.includes(text) || relayed?.text === text || relayed?.by === text;
}
