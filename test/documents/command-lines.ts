/** One command of a shell block. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** The command as the shell reads it, for programs that are not ours. */
  readonly text: string;
  /** What the pipe before it prints, if that is an `echo`. */
  readonly input?: string | undefined;
  /** The file of `< file`. */
  readonly from?: string | undefined;
  /** The file of `> file`. */
  readonly to?: string | undefined;
}

/** Splits a shell block into its commands. `eval "$(…)"` and `source <(…)` stand for the command inside. */
export function splitCommands(block: string): ShellCommand[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => withoutComment(line.replace(/^\$ /, "")))
    .filter((line) => line !== "")
    .flatMap((line) => splitOutside(line, "&&"))
    .flatMap(readPipe);
}

function readPipe(text: string): ShellCommand[] {
  const [first, ...rest] = splitOutside(text, "|").map((part) => part.trim());
  if (first === undefined) return [];
  const [second] = rest;
  if (second === undefined) return [readCommand(first)];
  const words = splitWords(first);
  if (words[0] !== "echo" || rest.length > 1) return [{ words, text }];
  return [{ ...readCommand(second), input: `${words.slice(1).join(" ")}\n` }];
}

function readCommand(text: string): ShellCommand {
  const inner = /^(?:eval "\$\((.*)\)"|source <\((.*)\))$/.exec(text);
  if (inner !== null) return readCommand((inner[1] ?? inner[2])!);
  const words = splitWords(text);
  const from = redirect(words, "<");
  const to = redirect(words, ">");
  return { words, text, from, to };
}

// Takes the redirection out of the words.
function redirect(words: string[], sign: string): string | undefined {
  const at = words.indexOf(sign);
  return at === -1 ? undefined : words.splice(at, 2)[1];
}

/** Splits a command into words, without their quotes. */
export function splitWords(text: string): string[] {
  const words = text.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
      (_, double?: string, single?: string, one?: string) =>
        double !== undefined ? double.replace(/\\(["\\$])/g, "$1") : (single ?? one ?? ""),
    ),
  );
}

function withoutComment(line: string): string {
  const found = /^((?:[^\s"'#]|"(?:[^"\\]|\\.)*"|'[^']*'|\s(?!#)|(?<=\S)#)*)/.exec(line);
  return (found?.[1] ?? "").trim();
}

function splitOutside(text: string, sign: string): string[] {
  const quoted = /"(?:[^"\\]|\\.)*"|'[^']*'/g;
  const places = [...text.matchAll(quoted)].map((match) => [match.index, match.index + match[0].length]);
  const parts: string[] = [];
  let start = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) {
    if (places.some(([from, to]) => at > from! && at < to!)) continue;
    parts.push(text.slice(start, at));
    start = at + sign.length;
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== "");
}
