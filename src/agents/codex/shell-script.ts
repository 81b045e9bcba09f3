const SHELL = /(^|\/)(ba|z|da|k)?sh$/;
const SCRIPT_OPTION = /^-l?c$/;

/**
 * The script inside of a command line such as `/bin/bash -lc 'ls | wc'`, which Codex puts around what the model wrote. Any other
 * command line stays as it is.
 */
export function scriptOf(commandLine: string): string {
  const words = splitWords(commandLine);
  if (words?.length !== 3) return commandLine;
  const [shell, option, script] = words as [string, string, string];
  return SHELL.test(shell) && SCRIPT_OPTION.test(option) ? script : commandLine;
}

/** One quoted part, one escaped character, or plain characters. */
const PART = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/y;

/** Splits a command line into words by the rules of POSIX shells. Returns undefined if a quote or an escape stays open. */
function splitWords(line: string): string[] | undefined {
  const words: string[] = [];
  let isInWord = false;
  let at = 0;
  while (at < line.length) {
    PART.lastIndex = at;
    const match = PART.exec(line);
    if (match === null) {
      if (!/\s/.test(line[at] as string)) return undefined;
      isInWord = false;
      at += 1;
      continue;
    }
    const [whole, single, double, escaped, plain] = match;
    const text = single ?? double?.replace(/\\([$`"\\])/g, "$1") ?? escaped ?? plain ?? "";
    if (isInWord) words[words.length - 1] += text;
    else words.push(text);
    isInWord = true;
    at += whole.length;
  }
  return words;
}
