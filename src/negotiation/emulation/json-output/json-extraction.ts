import { type JsonScan, openJsonScanner } from "./json-scanner.ts";

/** A JSON value found in a text. */
export interface ExtractedJson {
  readonly value: unknown;
  /** The value exactly as it is spelled in the text. */
  readonly source: string;
  readonly place: "bare" | "fenced" | "in_prose";
}

// The opening fence, its language and the rest of the line; then everything up to a line with the closing fence.
const fence = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+.-]*)[^\n]*$/;

/**
 * Finds the JSON value that a model wrote: the whole text, else the first code fence that holds one, else the
 * first complete object or array in the text.
 * Numbers and words in prose are not taken for JSON, and neither are brackets that do not follow its grammar.
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

// Every opening bracket is tried, but for those that were open where an earlier try broke off: they break off at
// the same place. What is left to try inside an earlier try are brackets in its strings, so that the cost stays
// proportional to the text.
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
  /** The end of the value, or where the scan broke off. */
  readonly end: number;
  /** Where the brackets stand that are still open there. */
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
