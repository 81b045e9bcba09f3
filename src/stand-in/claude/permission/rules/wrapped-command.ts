import { readShell, type SimpleCommand } from "./shell-command.ts";

/** Variables that change how a program shows its results, and not what it does. */
const HARMLESS = new Set([
  ..."LANG LANGUAGE LC_ALL LC_CTYPE LC_TIME LC_MESSAGES CHARSET TZ TERM COLORTERM NO_COLOR FORCE_COLOR".split(
    " ",
  ),
  ..."NODE_ENV PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE RUST_LOG RUST_BACKTRACE GOOS GOARCH".split(" "),
]);

/** Programs that run the command after them, with their options that have a value. `count` is the number of their own arguments. */
const WRAPPERS: Readonly<Record<string, { readonly options: readonly string[]; readonly count?: number }>> = {
  timeout: { options: ["-s", "-k", "--signal", "--kill-after"], count: 1 },
  time: { options: [] },
  nice: { options: ["-n"] },
  nohup: { options: [] },
  stdbuf: { options: ["-i", "-o", "-e"] },
  command: { options: [] },
};

/** Further programs that a denied command may not hide behind. */
const STRONGER: typeof WRAPPERS = {
  ...WRAPPERS,
  env: { options: ["-u", "-C"] },
  sudo: { options: ["-u", "-g", "-h", "-p"] },
  doas: { options: ["-u"] },
  exec: { options: ["-a"] },
  builtin: { options: [] },
  xargs: { options: ["-n", "-I", "-P", "-L", "-d", "-a", "-s"] },
  setsid: { options: [] },
  ionice: { options: ["-c", "-n"] },
};

const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ksh", "eval"]);

type Words = readonly string[];

/** The texts under which an allowed command may be named: as it is, and without harmless variables and wrappers. */
export function allowableTexts(command: SimpleCommand): readonly string[] {
  const texts = [command.text];
  let words: Words = command.text.split(" ");
  for (;;) {
    const rest = withoutHarmless(words) ?? unwrapped(words, WRAPPERS) ?? bareXargs(words);
    if (rest === undefined || rest.length === 0) return texts;
    words = rest;
    texts.push(words.join(" "));
  }
}

/** The texts under which a denied command may be named. It may not hide behind variables, wrappers, paths or shells. */
export function deniableTexts(command: SimpleCommand, depth = 0): readonly string[] {
  const texts = [command.text];
  let words: Words = command.words;
  for (;;) {
    const name = words[0]?.split("/").at(-1) ?? "";
    texts.push(words.join(" "), [name, ...words.slice(1)].join(" "));
    if (SHELLS.has(name) && depth < 3) {
      const inner = words.slice(1).flatMap((word) => readShell(word).commands);
      texts.push(...inner.flatMap((one) => deniableTexts(one, depth + 1)));
    }
    const rest = isAssignment(words[0]) ? words.slice(1) : unwrapped([name, ...words.slice(1)], STRONGER);
    if (rest === undefined || rest.length === 0) return texts;
    words = rest;
  }
}

function isAssignment(word: string | undefined): boolean {
  return word !== undefined && /^[A-Za-z_]\w*\+?=/.test(word);
}

function withoutHarmless(words: Words): Words | undefined {
  const name = /^([A-Za-z_]\w*)=[\w.:/@%+,-]*$/.exec(words[0] ?? "")?.[1];
  return name !== undefined && HARMLESS.has(name) ? words.slice(1) : undefined;
}

function unwrapped(words: Words, wrappers: typeof WRAPPERS): Words | undefined {
  const name = words[0] ?? "";
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (wrapper === undefined) return undefined;
  let at = 1;
  while (words[at]?.startsWith("-")) at += wrapper.options.includes(words[at]!) ? 2 : 1;
  return words.slice(at + (wrapper.count ?? 0));
}

// With options, it may run another command than the one that follows.
function bareXargs(words: Words): Words | undefined {
  return words[0] === "xargs" && words[1] !== undefined && !words[1].startsWith("-")
    ? words.slice(1)
    : undefined;
}
