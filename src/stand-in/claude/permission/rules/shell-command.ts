/** One command of a shell text, with its arguments. */
export interface SimpleCommand {
  /** Its words without quotes. Assignments before the command are words too. */
  readonly words: readonly string[];
  /** Its words as they are written, with one space between them and without redirections. */
  readonly text: string;
  /** Files that it is redirected to, and from. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** A shell text as far as it is known before it runs. */
export interface ShellCommand {
  /** All simple commands, those inside of substitutions and subshells included. */
  readonly commands: readonly SimpleCommand[];
  /** Whether it holds what is only known when it runs, or runs on by itself: a substitution, a subshell, `&`, an open quote. */
  readonly isOpaque: boolean;
}

/** The deepest nesting that is read. */
const MAX_DEPTH = 8;

/** Words that lead a command, and are none. */
const KEYWORDS = new Set(["if", "then", "elif", "else", "fi", "while", "until", "do", "done", "!", "{", "}"]);

/** Words after which data follows up to the end of the line. */
const LOOPS = new Set(["for", "select", "case"]);

/** Reads a shell text. What is not understood makes it opaque. */
export function readShell(text: string, depth = 0): ShellCommand {
  return new ShellReader(text, depth).read();
}

type Target = "writes" | "reads" | "none";

class ShellReader {
  readonly #text: string;
  readonly #depth: number;
  readonly #commands: SimpleCommand[] = [];
  #isOpaque = false;
  #at = 0;
  #words: { value: string; raw: string }[] = [];
  #files: Record<"writes" | "reads", string[]> = { writes: [], reads: [] };
  #word: { value: string; raw: string } | undefined;
  #redirection: Target | undefined;
  /** Ends of texts that begin after the line. */
  #hereEnds: string[] = [];

  constructor(text: string, depth: number) {
    this.#text = text;
    this.#depth = depth;
  }

  read(): ShellCommand {
    while (this.#at < this.#text.length) this.#step();
    this.#endCommand();
    return { commands: this.#commands, isOpaque: this.#isOpaque };
  }

  #step(): void {
    const character = this.#text[this.#at]!;
    if (this.#quoted(character) || this.#substitution() || this.#redirect()) return;
    const operator = /^(&&|\|\||\|&|;;|;|\||&|\(|\))/.exec(this.#rest(2))?.[0];
    if (character === "\n") this.#newLine();
    else if (character === " " || character === "\t") {
      this.#at += 1;
      this.#endWord();
    } else if (character === "#" && this.#word === undefined) this.#comment();
    else if (operator === undefined) this.#take(character, character);
    else {
      if (operator === "&" || operator === "(" || operator === ")") this.#isOpaque = true;
      this.#at += operator.length;
      this.#endCommand();
    }
  }

  #rest(length: number): string {
    return this.#text.slice(this.#at, this.#at + length);
  }

  #take(raw: string, value: string): void {
    this.#word = { raw: (this.#word?.raw ?? "") + raw, value: (this.#word?.value ?? "") + value };
    this.#at += raw.length;
  }

  #quoted(character: string): boolean {
    if (character === "\\") {
      const next = this.#text[this.#at + 1] ?? "";
      if (next === "\n") this.#at += 2;
      else this.#take(character + next, next);
      return true;
    }
    if (character === "'") {
      const end = this.#text.indexOf("'", this.#at + 1);
      if (end === -1) this.#isOpaque = true;
      const raw = this.#text.slice(this.#at, end === -1 ? undefined : end + 1);
      this.#take(raw, raw.slice(1, end === -1 ? undefined : -1));
      return true;
    }
    if (character !== '"') return false;
    this.#doubleQuoted();
    return true;
  }

  #doubleQuoted(): void {
    this.#take('"', "");
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at]!;
      if (character === '"') {
        this.#take('"', "");
        return;
      }
      if (character === "\\") this.#take(this.#rest(2), this.#rest(2).slice(1));
      else if (!this.#substitution()) this.#take(character, character);
    }
    this.#isOpaque = true;
  }

  /** Takes `$(…)`, backquotes, `<(…)`, `>(…)` and `${…}`. The commands inside are read too. */
  #substitution(): boolean {
    const [open] = /^(\$\(|`|[<>]\(|\$\{|\$')/.exec(this.#rest(2)) ?? [];
    if (open === undefined) return false;
    if (open === "${") {
      const simple = /^\$\{\w+\}/.exec(this.#rest(100))?.[0];
      if (simple === undefined) this.#isOpaque = true;
      this.#take(simple ?? open, simple ?? open);
      return true;
    }
    this.#isOpaque = true;
    if (open === "$'") {
      this.#take("$", "$");
      return true;
    }
    const end =
      open === "`" ? this.#text.indexOf("`", this.#at + 1) : closingParenthesis(this.#text, this.#at + 2);
    const inner = this.#text.slice(this.#at + open.length, end === -1 ? undefined : end);
    if (this.#depth < MAX_DEPTH) this.#commands.push(...readShell(inner, this.#depth + 1).commands);
    const raw = this.#text.slice(this.#at, end === -1 ? undefined : end + 1);
    this.#take(raw, raw);
    return true;
  }

  /** Takes the operator of a redirection. Its file is the next word. */
  #redirect(): boolean {
    const [operator] = /^(&>>?|>>|>\||>&|<<<|<<-?|<>|<&|>|<)/.exec(this.#rest(3)) ?? [];
    if (operator === undefined) return false;
    // The number of the redirected file.
    if (this.#word !== undefined && /^\d+$/.test(this.#word.raw)) this.#word = undefined;
    this.#endWord();
    this.#at += operator.length;
    const copied =
      operator === ">&" || operator === "<&" ? /^\s*(\d+|-)(?!\w)/.exec(this.#text.slice(this.#at)) : null;
    if (copied !== null) {
      this.#at += copied[0].length;
      return true;
    }
    if (operator === "<<" || operator === "<<-") this.#hereDocument();
    else if (operator === "<<<") this.#redirection = "none";
    else this.#redirection = operator.includes(">") ? "writes" : "reads";
    return true;
  }

  #hereDocument(): void {
    const [all, quote, name] = /^\s*(['"\\]?)([\w.-]+)['"]?/.exec(this.#text.slice(this.#at)) ?? [];
    if (all === undefined || name === undefined) {
      this.#isOpaque = true;
      return;
    }
    this.#at += all.length;
    this.#hereEnds.push(name);
    if (quote === "" && /[`$]/.test(this.#text.slice(this.#at))) this.#isOpaque = true;
  }

  #newLine(): void {
    this.#at += 1;
    this.#endCommand();
    for (const name of this.#hereEnds.splice(0)) {
      const rest = this.#text.slice(this.#at);
      const lines = rest.split("\n");
      const end = lines.findIndex((line) => line.replace(/^\t+/, "") === name);
      if (end === -1) this.#isOpaque = true;
      this.#at += end === -1 ? rest.length : lines.slice(0, end + 1).join("\n").length;
    }
  }

  #comment(): void {
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end === -1 ? this.#text.length : end;
  }

  #endWord(): void {
    const word = this.#word;
    this.#word = undefined;
    if (word === undefined) return;
    const target = this.#redirection;
    this.#redirection = undefined;
    if (target === undefined) this.#words.push(word);
    else if (target !== "none") this.#files[target].push(word.value);
  }

  #endCommand(): void {
    this.#endWord();
    const files = this.#files;
    let words = this.#words;
    this.#words = [];
    this.#files = { writes: [], reads: [] };
    this.#redirection = undefined;
    while (words.length > 0 && KEYWORDS.has(words[0]!.raw)) words = words.slice(1);
    if (words[0]?.raw === "function") this.#isOpaque = true;
    if (LOOPS.has(words[0]?.raw ?? "")) words = [];
    if (words.length === 0 && files.writes.length + files.reads.length === 0) return;
    this.#commands.push({
      words: words.map(({ value }) => value),
      text: words.map(({ raw }) => raw).join(" "),
      ...files,
    });
  }
}

/** The place of the parenthesis that closes one before `from`; -1 without one. */
function closingParenthesis(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === "'") {
      const end = text.indexOf("'", at + 1);
      if (end === -1) return -1;
      at = end;
    } else if (character === "(") depth += 1;
    else if (character === ")") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}
