import { openJsonScanner } from "./json-scanner.ts";

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
  if ((first === "{" || first === "[") && compositeEnd(source, 0) !== source.length) return undefined;
  return parse(source);
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

// Trying every opening bracket costs at most the text times the greatest depth: brackets that are not nested in
// one another are either complete, and then found, or given up before the next one.
function findComposite(text: string): Pick<ExtractedJson, "value" | "source"> | undefined {
  for (let start = nextBracket(text, 0); start !== -1; start = nextBracket(text, start + 1)) {
    const end = compositeEnd(text, start);
    if (end !== undefined) return parse(text.slice(start, end));
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

function compositeEnd(text: string, start: number): number | undefined {
  const scanner = openJsonScanner();
  for (let index = start; index < text.length; index += 1) {
    const scan = scanner.push(text.charCodeAt(index));
    if (scan === "complete") return index + 1;
    if (scan === "invalid") return undefined;
  }
  return undefined;
}

function parse(source: string): Pick<ExtractedJson, "value" | "source"> | undefined {
  try {
    return { value: JSON.parse(source), source };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
