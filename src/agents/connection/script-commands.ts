/** Words that may stand before a command and are no part of it. */
const KEYWORDS = new Set(["if", "then", "else", "elif", "do", "while", "until", "!", "{", "time"]);

/**
 * The simple commands of a shell's script, each as its words without quotes. It reads quotes and separators; expansions stay as
 * they are written. Commands within `$(…)` are listed too.
 */
export function scriptCommands(script: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined && !(words.length === 0 && KEYWORDS.has(word))) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (let index = 0; index < script.length; index += 1) {
    const sign = script[index]!;
    if (sign === "\\") {
      word = (word ?? "") + (script[index + 1] ?? "");
      index += 1;
    } else if (sign === "'" || sign === '"') {
      const end = closingQuote(script, index);
      word = (word ?? "") + unquote(script.slice(index + 1, end), sign);
      index = end;
    } else if (sign === "#" && word === undefined) {
      const end = script.indexOf("\n", index);
      index = end < 0 ? script.length : end - 1;
    } else if (/[;&|\n()`]/.test(sign)) endCommand();
    else if (/\s/.test(sign)) endWord();
    else word = (word ?? "") + sign;
  }
  endCommand();
  return commands;
}

function closingQuote(script: string, start: number): number {
  const quote = script[start]!;
  for (let index = start + 1; index < script.length; index += 1) {
    if (script[index] === quote) return index;
    if (quote === '"' && script[index] === "\\") index += 1;
  }
  return script.length;
}

function unquote(text: string, quote: string): string {
  return quote === '"' ? text.replace(/\\(["\\$`])/g, "$1") : text;
}
