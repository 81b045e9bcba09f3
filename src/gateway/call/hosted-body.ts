import type { HostedForm } from "../../dialects/index.ts";
import type { JsonScan } from "../../lib/index.ts";
import type { ScannedBody } from "./call-body.ts";

/** A body in the vendor's own form, and what was changed for it. */
export interface OwnBody {
  readonly body: Buffer;
  readonly changes: readonly string[];
}

/**
 * Turns the body of a call that came under a cloud's path into that of the vendor's own endpoint: the model of the path is put
 * in, and members that only the cloud has are taken out. All other bytes stay. A body that is no JSON object is left alone.
 */
export function ownBody(
  body: Buffer,
  scanned: ScannedBody,
  { members = [] }: HostedForm,
  model: string | undefined,
): OwnBody {
  const { scan } = scanned;
  if (scan === undefined) return { body, changes: [] };
  const edits = members.flatMap((name) => removalOf(body, scan, name) ?? []);
  const place = scan.members.get("model");
  if (model !== undefined && place !== undefined && scanned.model !== model) {
    const named = JSON.stringify(scanned.model ?? null);
    edits.push({
      ...place,
      text: JSON.stringify(model),
      change: `the model ${named} was replaced by that of the path, ${JSON.stringify(model)}`,
    });
  }
  // From the last to the first, so that the places of the others stay right.
  const own = edits
    .toSorted((left, right) => right.start - left.start)
    .reduce((text, edit) => splice(text, edit), body);
  const changes = edits.map(({ change }) => change);
  if (model === undefined || place !== undefined) return { body: own, changes };
  return {
    body: withModel(own, model),
    changes: [...changes, `the model of the path, ${JSON.stringify(model)}, was put into the body`],
  };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** For the receipt. */
  readonly change: string;
}

function splice(body: Buffer, { start, end, text }: Edit): Buffer {
  return Buffer.concat([body.subarray(0, start), Buffer.from(text), body.subarray(end)]);
}

const OPEN = "{".charCodeAt(0);
const CLOSE = "}".charCodeAt(0);
const COMMA = ",".charCodeAt(0);

function withModel(body: Buffer, model: string): Buffer {
  const open = body.indexOf(OPEN) + 1;
  const isEmpty = body[skipSpace(body, open, 1)] === CLOSE;
  const text = `"model":${JSON.stringify(model)}${isEmpty ? "" : ","}`;
  return Buffer.concat([body.subarray(0, open), Buffer.from(text), body.subarray(open)]);
}

/** The place of a member with one of its commas; undefined where the body does not have it in plain letters. */
function removalOf(body: Buffer, { members }: JsonScan, name: string): Edit | undefined {
  const place = members.get(name);
  if (place === undefined) return undefined;
  const change = `the member ${name} was taken out of the body`;
  const start = body.lastIndexOf(JSON.stringify(name), place.start);
  if (start === -1) return undefined;
  const after = skipSpace(body, place.end, 1);
  if (body[after] === COMMA) return { start, end: after + 1, text: "", change };
  const before = skipSpace(body, start - 1, -1);
  return { start: body[before] === COMMA ? before : start, end: place.end, text: "", change };
}

function skipSpace(body: Buffer, from: number, step: 1 | -1): number {
  let at = from;
  while (at >= 0 && at < body.length && body[at]! <= 0x20) at += step;
  return at;
}
