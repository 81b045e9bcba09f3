/** The state of a scan: inside the value, just after it, at an invalid character, or nested too deeply. */
export type JsonScan = "inside" | "complete" | "invalid" | "too_deep";

/** Checks a JSON object or array character by character, without building it. */
export interface JsonScanner {
  push(unit: number): JsonScan;
  depth(): number;
}

/** Deeper values are refused. No useful value nests this deeply. */
export const MAX_JSON_DEPTH = 128;

type Expect =
  | "start"
  | "value"
  | "value_or_end"
  | "key"
  | "key_or_end"
  | "colon"
  | "comma_or_end"
  | "string"
  | "escape"
  | "hex"
  | "literal"
  | "minus"
  | "zero"
  | "integer"
  | "point"
  | "fraction"
  | "exponent"
  | "exponent_sign"
  | "exponent_digits";

const literals = new Map([
  ["t".charCodeAt(0), "true"],
  ["f".charCodeAt(0), "false"],
  ["n".charCodeAt(0), "null"],
]);

/** Scans one object or array by RFC 8259. The scan is complete at the closing bracket. */
export function openJsonScanner(maxDepth = MAX_JSON_DEPTH): JsonScanner {
  const closers: ("}" | "]")[] = [];
  let expect: Expect = "start";
  let inKey = false;
  let literal = "";
  let position = 0;

  const open = (closer: "}" | "]"): JsonScan => {
    if (closers.length >= maxDepth) return "too_deep";
    closers.push(closer);
    expect = closer === "}" ? "key_or_end" : "value_or_end";
    return "inside";
  };
  const close = (character: string): JsonScan => {
    if (closers.pop() !== character) return "invalid";
    expect = "comma_or_end";
    return closers.length === 0 ? "complete" : "inside";
  };
  const go = (next: Expect): JsonScan => {
    expect = next;
    return "inside";
  };
  const beginValue = (character: string, unit: number): JsonScan => {
    if (character === "{") return open("}");
    if (character === "[") return open("]");
    if (character === '"') {
      inKey = false;
      return go("string");
    }
    if (character === "-") return go("minus");
    if (character === "0") return go("zero");
    if (isDigit(character)) return go("integer");
    literal = literals.get(unit) ?? "";
    position = 1;
    return literal === "" ? "invalid" : go("literal");
  };
  const afterValue = (character: string): JsonScan => {
    if (isSpace(character)) return go("comma_or_end");
    if (character === ",") return go(closers.at(-1) === "}" ? "key" : "value");
    return close(character);
  };
  const inNumber = (
    character: string,
    digits: Expect,
    others: Readonly<Record<string, Expect>>,
  ): JsonScan => {
    if (isDigit(character) && digits !== "zero") return go(digits);
    const next = others[character];
    return next === undefined ? afterValue(character) : go(next);
  };

  const push = (unit: number): JsonScan => {
    const character = String.fromCharCode(unit);
    switch (expect) {
      case "start":
        return character === "{" || character === "[" ? beginValue(character, unit) : "invalid";
      case "value":
        return isSpace(character) ? "inside" : beginValue(character, unit);
      case "value_or_end":
        if (isSpace(character)) return "inside";
        return character === "]" ? close(character) : beginValue(character, unit);
      case "key":
      case "key_or_end":
        if (isSpace(character)) return "inside";
        if (character === "}" && expect === "key_or_end") return close(character);
        inKey = true;
        return character === '"' ? go("string") : "invalid";
      case "colon":
        if (isSpace(character)) return "inside";
        return character === ":" ? go("value") : "invalid";
      case "comma_or_end":
        return afterValue(character);
      case "string":
        if (character === '"') return go(inKey ? "colon" : "comma_or_end");
        if (character === "\\") return go("escape");
        return unit < 0x20 ? "invalid" : "inside";
      case "escape":
        position = 0;
        if (character === "u") return go("hex");
        return '"\\/bfnrt'.includes(character) ? go("string") : "invalid";
      case "hex":
        position += 1;
        if (!/[0-9a-fA-F]/.test(character)) return "invalid";
        return position === 4 ? go("string") : "inside";
      case "literal":
        if (literal[position] !== character) return "invalid";
        position += 1;
        return position === literal.length ? go("comma_or_end") : "inside";
      case "minus":
        if (character === "0") return go("zero");
        return isDigit(character) ? go("integer") : "invalid";
      case "zero":
        return inNumber(character, "zero", { ".": "point", e: "exponent", E: "exponent" });
      case "integer":
        return inNumber(character, "integer", { ".": "point", e: "exponent", E: "exponent" });
      case "point":
        return isDigit(character) ? go("fraction") : "invalid";
      case "fraction":
        return inNumber(character, "fraction", { e: "exponent", E: "exponent" });
      case "exponent":
        if (character === "+" || character === "-") return go("exponent_sign");
        return isDigit(character) ? go("exponent_digits") : "invalid";
      case "exponent_sign":
        return isDigit(character) ? go("exponent_digits") : "invalid";
      case "exponent_digits":
        return inNumber(character, "exponent_digits", {});
    }
  };
  return { push, depth: () => closers.length };
}

function isSpace(character: string): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}
