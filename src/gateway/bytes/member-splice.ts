import type { Members } from "../../dialects/index.ts";
import { type JsonScan, scanJson } from "../../lib/index.ts";

/** A part of a body that is replaced; `end` is behind the part. */
export interface BodyEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An answer of an engine that is nested deeper is not edited. */
const MAX_DEPTH = 1000;

const OPEN = "{".charCodeAt(0);
const CLOSE = "}".charCodeAt(0);
const COMMA = ",".charCodeAt(0);
const COLON = ":".charCodeAt(0);

/** Makes several edits, whose places are those of the body before any of them. */
export function editBody(body: Buffer, edits: readonly BodyEdit[]): Buffer {
  // From the last to the first, so that the places of the others stay right.
  return edits
    .toSorted((left, right) => right.start - left.start)
    .reduce(
      (text, { start, end, text: put }) =>
        Buffer.concat([text.subarray(0, start), Buffer.from(put), text.subarray(end)]),
      body,
    );
}

/** Puts a member before all others of an object. */
export function addMember(body: Buffer, name: string, value: unknown): Buffer {
  const start = body.indexOf(OPEN) + 1;
  const isEmpty = body[skipSpace(body, start, 1)] === CLOSE;
  const text = `${JSON.stringify(name)}:${JSON.stringify(value)}${isEmpty ? "" : ","}`;
  return editBody(body, [{ start, end: start, text }]);
}

/**
 * Sets members of the object at a path: in the place of their values, or before all others if they are missing. A body
 * without such an object stays as it is.
 */
export function setMembers(body: Buffer, path: readonly string[], members: Members): Buffer {
  const [name, ...inner] = path;
  const scan = scanJson(body, name === undefined ? Object.keys(members) : [name], MAX_DEPTH);
  if (typeof scan === "string") return body;
  if (name !== undefined) {
    const place = scan.members.get(name);
    if (place === undefined) return body;
    const { start, end } = place;
    const object = body.subarray(start, end);
    const edited = setMembers(object, inner, members);
    return edited === object ? body : Buffer.concat([body.subarray(0, start), edited, body.subarray(end)]);
  }
  const edits = Object.entries(members).flatMap(([key, value]): BodyEdit[] => {
    const place = scan.members.get(key);
    return place === undefined ? [] : [{ start: place.start, end: place.end, text: JSON.stringify(value) }];
  });
  const missing = Object.entries(members).filter(([key]) => !scan.members.has(key));
  return missing.reduce((text, [key, value]) => addMember(text, key, value), editBody(body, edits));
}

/** The place of a member with one of its commas; undefined if the body does not have it in plain letters. */
export function removalOf(body: Buffer, { members }: JsonScan, name: string): BodyEdit | undefined {
  const place = members.get(name);
  if (place === undefined) return undefined;
  const colon = skipSpace(body, place.start - 1, -1);
  const quoted = JSON.stringify(name);
  const start = skipSpace(body, colon - 1, -1) + 1 - quoted.length;
  if (start < 0 || body[colon] !== COLON || body.toString("latin1", start, start + quoted.length) !== quoted)
    return undefined;
  const after = skipSpace(body, place.end, 1);
  if (body[after] === COMMA) return { start, end: after + 1, text: "" };
  const before = skipSpace(body, start - 1, -1);
  return { start: body[before] === COMMA ? before : start, end: place.end, text: "" };
}

function skipSpace(body: Buffer, from: number, step: 1 | -1): number {
  let at = from;
  while (at >= 0 && at < body.length && body[at]! <= 0x20) at += step;
  return at;
}
