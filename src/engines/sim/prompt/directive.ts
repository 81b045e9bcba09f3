import type { Stop } from "../../../contract/index.ts";
import { splitJson } from "./json-extent.ts";

/** A tool call that a directive requests. If `input` is empty, the simulator makes up the arguments. */
export interface ScriptedCall {
  readonly tool: string;
  readonly input: string;
}

/** A fault of an answer, after a number of deltas. */
export interface Fault {
  readonly kind: "fail" | "cut" | "eof" | "stall" | "garbage";
  readonly after: number;
}

/** The directives of one message: lines such as `sim: say hello`. */
export interface Directives {
  /** One step per turn. The calls of a step are parallel. */
  readonly steps: readonly (readonly ScriptedCall[])[];
  /** Queries of web searches, which the answer makes if the request offers a search tool. */
  readonly searches: readonly string[];
  /** The final text, one piece per delta of a stream. Undefined if no line sets it. */
  readonly pieces: readonly string[] | undefined;
  readonly thinking: string | undefined;
  readonly delayMs: number;
  readonly error: { readonly status: number; readonly message: string | undefined } | undefined;
  readonly faults: readonly Fault[];
  readonly stop: Stop["reason"] | undefined;
}

const MAX_REPEATS = 100_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;
const MAX_DELAY_MS = 600_000;

// Agents wrap prompts in tags, so a directive may follow an opening tag.
const LINE = /^\s*(?:<[^<>]*>\s*)*sim:\s*([a-z-]+)(?:[ \t]+(.*))?$/;

const FAULTS = new Map<string, Fault["kind"]>([
  ["fail-after", "fail"],
  ["cut-after", "cut"],
  ["eof-after", "eof"],
  ["stall-after", "stall"],
  ["garbage-after", "garbage"],
]);

const STOPS: ReadonlySet<string> = new Set<Stop["reason"]>([
  "end_turn",
  "stop_sequence",
  "max_tokens",
  "context_window",
  "pause_turn",
  "refusal",
  "content_filter",
  "malformed",
  "other",
]);

interface Reading {
  steps: ScriptedCall[][];
  searches: string[];
  pieces: string[] | undefined;
  thinking: string | undefined;
  delayMs: number;
  error: Directives["error"];
  faults: Fault[];
  stop: Stop["reason"] | undefined;
}

/** Reads the directives of a text and ignores other lines. Returns undefined if there are none. */
export function readDirectives(text: string): Directives | undefined {
  if (!text.includes("sim:")) return undefined;
  const reading: Reading = {
    steps: [],
    searches: [],
    pieces: undefined,
    thinking: undefined,
    delayMs: 0,
    error: undefined,
    faults: [],
    stop: undefined,
  };
  let isFound = false;
  for (const line of text.split(/\r?\n/)) {
    const match = LINE.exec(line);
    if (match === null) continue;
    const isWrapped = line.trimStart().startsWith("<");
    const rest = (match[2] ?? "").trimEnd();
    if (readDirective(match[1]!, isWrapped ? withoutClosingTags(rest) : rest, reading)) isFound = true;
  }
  return isFound ? reading : undefined;
}

function withoutClosingTags(text: string): string {
  let left = text;
  while (left.endsWith(">")) {
    const at = left.lastIndexOf("<");
    if (at === -1 || left[at + 1] !== "/") break;
    left = left.slice(0, at).trimEnd();
  }
  return left;
}

function readDirective(verb: string, rest: string, reading: Reading): boolean {
  switch (verb) {
    case "call":
      return readStep(rest, reading);
    case "search":
      if (rest !== "") reading.searches.push(rest);
      return rest !== "";
    case "say":
      addPieces(reading, splitText(rest));
      return true;
    case "think":
      reading.thinking = reading.thinking === undefined ? rest : `${reading.thinking}\n${rest}`;
      return true;
    case "repeat":
      return readRepeat(rest, reading);
    case "delay":
      if (!/^\d+$/.test(rest)) return false;
      reading.delayMs = Math.min(Number(rest), MAX_DELAY_MS);
      return true;
    case "error":
      return readError(rest, reading);
    case "stop":
      if (!STOPS.has(rest)) return false;
      reading.stop = rest as Stop["reason"];
      return true;
    default:
      return readFault(verb, rest, reading);
  }
}

function readStep(rest: string, reading: Reading): boolean {
  const calls: ScriptedCall[] = [];
  let left = rest;
  while (left !== "") {
    const match = /^(\S+)\s*/.exec(left);
    if (match === null) break;
    const { input, after } = splitInput(left.slice(match[0].length));
    calls.push({ tool: match[1]!, input });
    left = after;
  }
  if (calls.length > 0) reading.steps.push(calls);
  return calls.length > 0;
}

const NEXT_CALL = /(?:^|\s)&&\s+(?:sim:\s*)?call\s+/;

// An `&&` inside the JSON arguments is part of them, as in shell commands.
function splitInput(text: string): { input: string; after: string } {
  const json = splitJson(text);
  const next = NEXT_CALL.exec(json.after);
  if (next === null) return { input: text.trim(), after: "" };
  const length = text.length - json.after.length + next.index;
  return { input: text.slice(0, length).trim(), after: json.after.slice(next.index + next[0].length) };
}

function readRepeat(rest: string, reading: Reading): boolean {
  const match = /^(\d+)\s+(.*)$/.exec(rest);
  if (match === null) return false;
  const unit = match[2]!;
  const most = Math.min(MAX_REPEATS, Math.floor(MAX_CHARACTERS / (unit.length + 1)));
  const count = Math.min(Number(match[1]), most);
  const pieces = Array.from({ length: count }, (_, index) => (index < count - 1 ? `${unit} ` : unit));
  addPieces(reading, pieces);
  return true;
}

function addPieces(reading: Reading, pieces: string[]): void {
  reading.pieces = reading.pieces === undefined ? pieces : reading.pieces.concat("\n", pieces);
}

function readError(rest: string, reading: Reading): boolean {
  const match = /^([45]\d\d)(?:\s+(.*))?$/.exec(rest);
  if (match === null) return false;
  reading.error = { status: Number(match[1]), message: match[2] };
  return true;
}

function readFault(verb: string, rest: string, reading: Reading): boolean {
  const kind = FAULTS.get(verb);
  if (kind === undefined || !/^\d+$/.test(rest)) return false;
  reading.faults.push({ kind, after: Number(rest) });
  return true;
}

const PIECE_LENGTH = 24;

/** Splits a text into the deltas of a stream, never within a surrogate pair. */
export function splitText(text: string, length: number = PIECE_LENGTH): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + length, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end++;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
