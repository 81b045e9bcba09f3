import { expect, it } from "vitest";
import { openPolicy } from "../../contract/index.ts";
import { canWritePath, compilePolicy, deniesEveryWrite } from "../index.ts";

const compile = (deny_write: string[]) => compilePolicy({ ...openPolicy(), deny_write }, { root: "/ws" });

it.each(["*", "**", "**/*", "**/**", "./**"])("%s denies every write", (pattern) => {
  const policy = compile(["a", pattern]);
  expect(deniesEveryWrite(policy)).toBe(true);
  for (const path of ["a", ".env", "a/b/.c", "a/b"]) expect(canWritePath(policy, path).verdict).toBe("deny");
});

it.each([[[]], [["*.ts"]], [["src/**"]], [["**/a"]], [["?"]]])("%j leaves something to write", (patterns) => {
  expect(deniesEveryWrite(compile(patterns))).toBe(false);
});

it("a floor that denies every write counts", () => {
  const floor = { ...openPolicy(), deny_write: ["**"] };
  expect(deniesEveryWrite(compilePolicy(openPolicy(), { root: "/ws", floor }))).toBe(true);
});
