/**
 * Makes a text that a regular expression matches. It takes the first alternative, the fewest repetitions that reach
 * `leastLength`, and the first character of a class. Returns undefined for unsupported syntax, such as look-around and
 * back-references.
 */
export function samplePattern(source: string, leastLength: number, variant: number): string | undefined {
  try {
    const shortest = new PatternWalk(source, 0, variant).run();
    if (shortest.length >= leastLength) return shortest;
    // A second walk makes one repetition longer by the missing length.
    return new PatternWalk(source, leastLength - shortest.length, variant).run();
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined;
    throw error;
  }
}

class UnknownSyntax extends Error {}

const MAX_REPEATS = 1000;
const CLASSES: Readonly<Record<string, string>> = { d: "0123456789", w: "abcdefghij0123456789_", s: " " };
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", v: "\v" };
const CANDIDATES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-.!#$%&*+,:;=?@^~";

class PatternWalk {
  readonly #source: string;
  readonly #variant: number;
  #at = 0;
  #missing: number;

  constructor(source: string, missing: number, variant: number) {
    this.#source = source;
    this.#missing = missing;
    this.#variant = variant;
  }

  run(): string {
    const text = this.#alternatives();
    if (this.#at < this.#source.length) throw new UnknownSyntax();
    return text;
  }

  // Walks all alternatives to find their end, and keeps the first.
  #alternatives(): string {
    const first = this.#sequence();
    while (this.#peek() === "|") {
      this.#at++;
      const held = this.#missing;
      this.#sequence();
      this.#missing = held;
    }
    return first;
  }

  #sequence(): string {
    let text = "";
    for (let next = this.#peek(); next !== undefined && next !== "|" && next !== ")"; next = this.#peek()) {
      if (next === "^" || next === "$") this.#at++;
      else text += this.#repeated();
    }
    return text;
  }

  #repeated(): string {
    const one = this.#atom();
    const { least, most } = this.#quantifier();
    const extra =
      one.length === 0 ? 0 : Math.min(Math.ceil(this.#missing / one.length), most - least, MAX_REPEATS);
    this.#missing -= extra * one.length;
    return one.repeat(Math.min(least + extra, MAX_REPEATS));
  }

  #atom(): string {
    const next = this.#take();
    if (next === "(") return this.#group();
    if (next === "[") return this.#class();
    if (next === "\\") return this.#escape();
    if (next === ".") return "x";
    if (next === "*" || next === "+" || next === "?") throw new UnknownSyntax();
    return next;
  }

  #group(): string {
    if (this.#peek() === "?") {
      const kind = /^\?(?::|<[A-Za-z_$][\w$]*>)/.exec(this.#source.slice(this.#at));
      if (kind === null) throw new UnknownSyntax();
      this.#at += kind[0].length;
    }
    const text = this.#alternatives();
    if (this.#take() !== ")") throw new UnknownSyntax();
    return text;
  }

  #escape(): string {
    const next = this.#take();
    if (next === "b") return "";
    if (Object.hasOwn(CLASSES, next)) return this.#pick(CLASSES[next]!);
    if (next === "D" || next === "S") return this.#pick("xyz");
    if (next === "W") return "-";
    if (Object.hasOwn(CONTROLS, next)) return CONTROLS[next]!;
    if (next === "u" || next === "x") return this.#codePoint(next);
    if (/[A-Za-z0-9]/.test(next)) throw new UnknownSyntax();
    return next;
  }

  #codePoint(kind: "u" | "x"): string {
    const form = kind === "x" ? /^([0-9a-f]{2})/i : /^(?:([0-9a-f]{4})|\{([0-9a-f]+)\})/i;
    const match = form.exec(this.#source.slice(this.#at));
    if (match === null) throw new UnknownSyntax();
    this.#at += match[0].length;
    return String.fromCodePoint(Number.parseInt(match[1] ?? match[2]!, 16));
  }

  // Finds the members of a class by testing characters against the class itself.
  #class(): string {
    const start = this.#at - 1;
    if (this.#peek() === "^") this.#at++;
    if (this.#peek() === "]") throw new UnknownSyntax();
    for (let next = this.#take(); next !== "]"; next = this.#take()) if (next === "\\") this.#take();
    const source = this.#source.slice(start, this.#at);
    const fits = compile(source);
    const members = [...CANDIDATES].filter((one) => fits.test(one)).join("");
    if (members !== "") return this.#pick(members);
    const literal = [...source.slice(1, -1)].find((one) => fits.test(one));
    if (literal === undefined) throw new UnknownSyntax();
    return literal;
  }

  #quantifier(): { least: number; most: number } {
    const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at, this.#at + 24));
    if (match === null) return { least: 1, most: 1 };
    this.#at += match[0].length;
    const [, sign, low, comma, high] = match;
    if (sign === "*") return { least: 0, most: Number.POSITIVE_INFINITY };
    if (sign === "+") return { least: 1, most: Number.POSITIVE_INFINITY };
    if (sign === "?") return { least: 0, most: 1 };
    const least = Number(low);
    if (comma === "") return { least, most: least };
    return { least, most: high === "" ? Number.POSITIVE_INFINITY : Number(high) };
  }

  #pick(members: string): string {
    return members[this.#variant % members.length]!;
  }

  #peek(): string | undefined {
    return this.#source[this.#at];
  }

  #take(): string {
    const next = this.#source[this.#at];
    if (next === undefined) throw new UnknownSyntax();
    this.#at++;
    return next;
  }
}

function compile(source: string): RegExp {
  try {
    return new RegExp(`^${source}$`, "u");
  } catch {
    throw new UnknownSyntax();
  }
}
