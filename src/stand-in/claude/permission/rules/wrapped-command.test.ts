import { describe, expect, it } from "vitest";
import { readShell } from "./shell-command.ts";
import { allowableTexts, deniableTexts } from "./wrapped-command.ts";

const only = (text: string) => readShell(text).commands.at(-1)!;
const allowable = (text: string) => allowableTexts(only(text));
const deniable = (text: string) => deniableTexts(only(text));

const WRAPPERS: readonly [name: string, options: string][] = [
  ["timeout", "-s -k --signal --kill-after"],
  ["time", ""],
  ["nice", "-n"],
  ["nohup", ""],
  ["stdbuf", "-i -o -e"],
  ["command", ""],
];
const STRONGER: typeof WRAPPERS = [
  ["env", "-u -C"],
  ["sudo", "-u -g -h -p"],
  ["doas", "-u"],
  ["exec", "-a"],
  ["builtin", ""],
  ["xargs", "-n -I -P -L -d -a -s"],
  ["setsid", ""],
  ["ionice", "-c -n"],
];

/** Commands that run git, with every option of the wrapper, one without a value and its own arguments. */
const wrap = ([name, options]: (typeof WRAPPERS)[number]) => {
  const own = name === "timeout" ? "5 " : "";
  const valued = options.split(" ").filter((option) => option !== "");
  return ["", "-z ", ...valued.map((option) => `${option} v `)].map(
    (words) => `${name} ${words}${own}git log`,
  );
};

describe("an allowed command", () => {
  it.each(WRAPPERS)("may stand behind %s", (...wrapper) => {
    for (const text of wrap(wrapper)) expect(allowable(text)).toEqual([text, "git log"]);
  });

  it.each(STRONGER)("may not stand behind %s with options", (...wrapper) => {
    for (const text of wrap(wrapper).slice(1)) expect(allowable(text)).toEqual([text]);
  });

  it("may stand behind variables that are harmless, and a value without quotes", () => {
    const names =
      "LANG LANGUAGE LC_ALL LC_CTYPE LC_TIME LC_MESSAGES CHARSET TZ TERM COLORTERM NO_COLOR FORCE_COLOR " +
      "NODE_ENV PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE RUST_LOG RUST_BACKTRACE GOOS GOARCH";
    for (const name of names.split(" ")) expect(allowable(`${name}=a.1 git`).at(-1)).toBe("git");
    for (const text of ["FOO=1 git", "LANG='a b' git", "LANG+=a git", "LANG=$A git", "1LANG=a git"])
      expect(allowable(text)).toEqual([text]);
  });

  it("is named by each rest of its text", () => {
    expect(allowable("LANG=C TZ= time nice xargs git x")).toEqual([
      "LANG=C TZ= time nice xargs git x",
      "TZ= time nice xargs git x",
      "time nice xargs git x",
      "nice xargs git x",
      "xargs git x",
      "git x",
    ]);
    for (const text of ["LANG=C", "time", "timeout 5", "xargs", "toString git"])
      expect(allowable(text)).toEqual([text]);
  });
});

describe("a denied command", () => {
  it.each([...WRAPPERS, ...STRONGER])("does not hide behind %s", (...wrapper) => {
    for (const text of wrap(wrapper)) expect(new Set(deniable(text))).toEqual(new Set([text, "git log"]));
  });

  it.each(["sh", "bash", "zsh", "dash", "ksh", "eval", "/bin/sh"])("does not hide inside of %s", (shell) => {
    expect(deniable(`${shell} -x 'ls; git log'`)).toContain("git log");
    expect(deniable(`${shell}x -x 'ls; git log'`)).not.toContain("git log");
  });

  it("is looked for in three shells inside of another", () => {
    const nested = (depth: number): string =>
      depth === 0 ? "git" : `sh -c ${JSON.stringify(nested(depth - 1))}`;
    expect(deniable(nested(3))).toContain("git");
    expect(deniable(nested(4))).not.toContain("git");
  });

  it("is named with and without its path, its variables and its quotes", () => {
    expect(deniable("A=1 B+=2 '/usr/bin/git' log")).toEqual([
      "A=1 B+=2 '/usr/bin/git' log",
      "A=1 B+=2 /usr/bin/git log",
      "A=1 B+=2 /usr/bin/git log",
      "B+=2 /usr/bin/git log",
      "B+=2 /usr/bin/git log",
      "/usr/bin/git log",
      "git log",
    ]);
    for (const text of ["1A=2 git", "-A=2 git", "toString git", "> a"])
      expect(deniable(text)).not.toContain("git");
  });

  it.each(["A=1", "env", "sudo -u me", "A=1 env"])("is never nothing: %s", (text) => {
    expect(allowable(text)).toEqual([text]);
    expect(deniable(text)).not.toContain("");
  });
});
