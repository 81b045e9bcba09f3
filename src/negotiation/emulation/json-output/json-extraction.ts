import { type JsonScan, openJsonScanner } from "./json-scanner.ts";

export interface ExtractedJson {
  readonly value: unknown;
  /** The exact characters of the value in the text. */
  readonly source: string;
  readonly place: "bare" | "fenced" | "in_prose";
}

// Group 1 is the opening fence, group 2 its language.
const fence = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+.-]*)[^\n]*$/;

/**
 * Finds the JSON value in a model's text: the whole text, otherwise the first code fence with a value, otherwise the
 * first complete object or array.
 * Numbers and words in prose do not count as JSON, nor do brackets that break its grammar.
 */
export function extractJson(text: string): ExtractedJson | undefined {
  const bare = readWhole(text);
  if (bare !== undefined) return { ...bare, place: "bare" };
  for (const body of fencedBodies(text)) {
    const fenced = readWhole(body);
    if (fenced !== undefined) return { ...fenced, place: "fenced" };
  }
  const found = findComposite(text);
  return found === undefined ? undefined : { ...found, place: "in_prose" };
}

function readWhole(text: string): Pick<ExtractedJson, "value" | "source"> | undefined {
  const source = text.trim();
  if (source === "") return undefined;
  const first = source[0];
  if (first !== "{" && first !== "[") return parse(source);
  const scan = scanComposite(source, 0);
  return scan.state === "complete" && scan.end === source.length ? parse(source) : undefined;
}

function* fencedBodies(text: string): Generator<string> {
  let open: { mark: string; json: boolean; lines: string[] } | undefined;
  for (const line of text.split("\n")) {
    if (open === undefined) {
      const match = fence.exec(line.trimEnd());
      const language = match?.[2]?.toLowerCase() ?? "";
      if (match !== null) {
        open = { mark: match[1]!, json: language === "" || language.startsWith("json"), lines: [] };
      }
    } else if (line.trim() === open.mark) {
      if (open.json) yield open.lines.join("\n");
      open = undefined;
    } else {
      open.lines.push(line);
    }
  }
}

// Tries every opening bracket except those that an earlier try left open: a second try from them would fail at the
// same place. This keeps the cost linear in the text.
function findComposite(text: string): Pick<ExtractedJson, "value" | "source"> | undefined {
  const hopeless = new Set<number>();
  for (let start = nextBracket(text, 0); start !== -1; start = nextBracket(text, start + 1)) {
    if (hopeless.has(start)) continue;
    const scan = scanComposite(text, start);
    if (scan.state === "complete") return parse(text.slice(start, scan.end));
    if (scan.state === "too_deep") return undefined;
    for (const place of scan.open) hopeless.add(place);
  }
  return undefined;
}

function nextBracket(text: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x7b || unit === 0x5b) return index;
  }
  return -1;
}

interface CompositeScan {
  readonly state: JsonScan;
  /** The index after the value, or the index at which the scan failed. */
  readonly end: number;
  /** The indexes of the brackets that are open there. */
  readonly open: readonly number[];
}

function scanComposite(text: string, start: number): CompositeScan {
  const scanner = openJsonScanner();
  const open: number[] = [];
  for (let index = start; index < text.length; index += 1) {
    const state = scanner.push(text.charCodeAt(index));
    if (state === "complete") return { state, end: index + 1, open: [] };
    if (state !== "inside") return { state, end: index, open };
    if (scanner.depth() > open.length) open.push(index);
    else open.length = scanner.depth();
  }
  return { state: "inside", end: text.length, open };
}

function parse(source: string): Pick<ExtractedJson, "value" | "source"> | undefined {
  try {
    return { value: JSON.parse(source), source };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
