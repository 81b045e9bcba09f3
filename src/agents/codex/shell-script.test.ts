import { describe, expect, it } from "vitest";
import { scriptOf } from "./shell-script.ts";

describe("the script of a command line", () => {
  it.each([
    ["/bin/bash -lc ls", "ls"],
    ["/bin/bash -lc 'ls | wc'", "ls | wc"],
    ["bash -c 'ls'", "ls"],
    ["sh -c ls", "ls"],
    ["/usr/bin/zsh -lc ls", "ls"],
    [`/bin/bash -lc "tr '\\\\n' ' '"`, "tr '\\n' ' '"],
    ['/bin/bash -lc "echo \\"a\\" \\$HOME \\`b\\` \\x"', 'echo "a" $HOME `b` \\x'],
    ["/bin/bash -lc 'it'\\''s'", "it's"],
    ["/bin/bash -lc a\\ b", "a b"],
    ["/bin/bash -lc ''", ""],
    ["/bin/bash -lc 'a\nb'", "a\nb"],
    ["/bin/bash   -lc\t'ls'", "ls"],
  ])("is taken out of %j", (line, script) => {
    expect(scriptOf(line)).toBe(script);
  });

  it.each([
    "ls -l",
    "python -c 'print(1)'",
    "/bin/bash script.sh",
    "/bin/bash -lc",
    "/bin/bash -x ls",
    "/bin/bash -lcx ls",
    "/bin/bash x-lc ls",
    "/bin/bash -lc ls /tmp",
    "mybash -lc ls",
    "/bin/bashful -lc ls",
    "/bin/bash -lc 'ls",
    '/bin/bash -lc "ls',
    "/bin/bash -lc ls\\",
    "",
  ])("is the whole line if it is %j", (line) => {
    expect(scriptOf(line)).toBe(line);
  });
});
