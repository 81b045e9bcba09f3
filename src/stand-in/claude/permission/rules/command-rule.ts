import { hasWildcards } from "./rule.ts";
import { readShell, type ShellCommand, type SimpleCommand } from "./shell-command.ts";
import { allowableTexts, deniableTexts } from "./wrapped-command.ts";

/** Whether a pattern of a Bash rule means a command: `git:*` and `git *` its beginning, `*` any characters, else all of it. */
export function matchesCommand(pattern: string, command: string): boolean {
  const written = pattern.trim();
  const prefix = /^([^*]*?)(:\*| \*)$/s.exec(written)?.[1];
  if (prefix !== undefined) return command === prefix || command.startsWith(`${prefix} `);
  return hasWildcards(written.replace(/:\*$/, "*"), command);
}

/** A shell text that was read, and the places that it names. */
export class CommandLine {
  readonly #text: string;
  readonly #shell: ShellCommand;

  constructor(text: string) {
    this.#text = text.trim();
    this.#shell = readShell(this.#text);
  }

  /** Whether a part of it is meant by a pattern, behind variables, wrappers and shells too. */
  isHitBy(pattern: string): boolean {
    if (matchesCommand(pattern, this.#text)) return true;
    return this.#shell.commands.some((command) =>
      deniableTexts(command).some((text) => matchesCommand(pattern, text)),
    );
  }

  /**
   * Whether patterns allow all of it: each command is meant by a pattern, or only shows something beside one that is, and each
   * file that it writes may be written. A substitution, a subshell or `&` is never allowed by a part.
   */
  isAllowedBy(patterns: readonly string[], mayWrite: (path: string) => boolean): boolean {
    if (patterns.some((pattern) => !pattern.includes("*") && pattern.trim() === this.#text)) return true;
    const { commands, isOpaque } = this.#shell;
    if (isOpaque) return false;
    const isNamed = (command: SimpleCommand) =>
      allowableTexts(command).some((text) => patterns.some((pattern) => matchesCommand(pattern, text)));
    const others = commands.filter((command) => !isNamed(command));
    if (others.length === commands.length || !others.every(onlyShows)) return false;
    // In another directory, git runs what that directory configures.
    const changes = commands.some(({ words }) => words[0] === "cd");
    if (changes && commands.some(({ words }) => words.some((word) => /(^|\/)git$/.test(word)))) return false;
    return commands.every(({ writes }) => writes.every((path) => path === "/dev/null" || mayWrite(path)));
  }

  /** The files that it certainly writes, as far as its text shows. */
  get writes(): readonly string[] {
    return this.#shell.commands.flatMap((command) => [
      ...command.writes,
      ...argumentsOf(command, changesFiles),
    ]);
  }

  /** The files that it certainly reads, as far as its text shows. */
  get reads(): readonly string[] {
    return this.#shell.commands.flatMap((command) => [...command.reads, ...argumentsOf(command, readsFiles)]);
  }
}

const SHOWING = new Set(
  "true false : echo printf ls cat head tail wc pwd grep cut tr test [ basename dirname stat cd".split(" "),
);
const READING = new Set(
  "cat head tail less more grep egrep fgrep sed awk cut sort uniq wc tac nl od xxd strings base64 diff cmp file stat cp".split(
    " ",
  ),
);
const CHANGING = new Set(
  "tee touch rm mv cp mkdir rmdir ln chmod chown truncate install shred unlink dd".split(" "),
);

/** Whether a command only shows something of the working directory. */
function onlyShows({ words, text }: SimpleCommand): boolean {
  return (
    SHOWING.has(words[0] ?? "") &&
    words.slice(1).every((word) => !/^[/~]|(^|[/=])\.\.(\/|$)/.test(word)) &&
    !text.includes("$")
  );
}

function readsFiles(name: string): boolean {
  return READING.has(name);
}

function changesFiles(name: string, words: readonly string[]): boolean {
  return (
    CHANGING.has(name) || (name === "sed" && words.some((word) => /^(-[a-zA-Z]*i|--in-place)/.test(word)))
  );
}

/** The arguments of a command, also of one behind wrappers. Those that are no paths match no rule on paths. */
function argumentsOf(
  command: SimpleCommand,
  isMeant: (name: string, words: readonly string[]) => boolean,
): string[] {
  return deniableTexts(command).flatMap((text) => {
    const [name = "", ...words] = text.split(" ");
    if (!isMeant(name, words)) return [];
    return [...words, ...command.words.slice(1)].map((word) => word.replace(/^(if|of)=/, ""));
  });
}
