import { expect, it } from "vitest";
import { scriptCommands } from "./script-commands.ts";

it.each<[string, string[][]]>([
  ["codex exec", [["codex", "exec"]]],
  ["a; b && c || d | e & f\ng", ["a", "b", "c", "d", "e", "f", "g"].map((word) => [word])],
  [`a 'b c' "d \\"e\\" $f" g\\ h`, [["a", "b c", 'd "e" $f', "g h"]]],
  ["a b'c'd", [["a", "bcd"]]],
  ["if a; then b; else c; fi", [["a"], ["b"], ["c"], ["fi"]]],
  ["while ! a; do b; done", [["a"], ["b"], ["done"]]],
  ["x=$(a b) c", [["x=$"], ["a", "b"], ["c"]]],
  ["# a comment; b\nc", [["c"]]],
  ["a#b", [["a#b"]]],
  ["a 'open", [["a", "open"]]],
  ["", []],
  [" ;; ", []],
  ["a \\", [["a", ""]]],
])("reads the commands of %j", (script, commands) => {
  expect(scriptCommands(script)).toEqual(commands);
});
