import { describe, expect, it } from "vitest";
import { openPolicy } from "../../contract/index.ts";
import { compilePolicy, tightenPolicy } from "../../policy/index.ts";
import type { Change } from "../../workspace/index.ts";
import { added, entry } from "../fixtures/fake-workspace.ts";
import { DecisionList } from "./decision-list.ts";
import { judgeChanges } from "./write-gate.ts";

function judge(denyWrite: readonly string[], ...changes: Change[]) {
  const decisions = new DecisionList(() => new Date(0));
  const policy = compilePolicy({ ...openPolicy(), deny_write: [...denyWrite] });
  return { ...judgeChanges(policy, changes, decisions), decisions };
}

const renamed = (from: string, rawPath: string): Change => ({
  kind: "renamed",
  rawPath,
  from,
  before: entry(from),
  after: entry(rawPath),
});
const paths = (changes: readonly { rawPath: string }[]) => changes.map(({ rawPath }) => rawPath);

describe("the gate on changes", () => {
  it("permits everything if no rule is about writing, also a path that cannot be judged", () => {
    const { permitted, denied, decisions } = judge([], added("a"), added("b\nc"));
    expect([paths(permitted), denied, decisions.entries]).toEqual([["a", "b\nc"], [], []]);
  });

  it("denies a path that cannot be judged if there is any rule", () => {
    const { permitted, denied } = judge(["x"], added("a"), added("b\nc"));
    expect(paths(permitted)).toEqual(["a"]);
    expect(denied).toEqual([{ path: "b\nc", reason: expect.any(String), rule: "path.control_character" }]);
  });

  it("denies what a rule matches, and notes it once with the rule and the reason", () => {
    const { permitted, denied, decisions } = judge(["y", "x*"], added("x1"), added("a"), renamed("x2", "x3"));
    expect(paths(permitted)).toEqual(["a"]);
    expect(denied.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      "x1 deny_write[1]",
      "x3 deny_write[1]",
    ]);
    expect(decisions.entries).toMatchObject([
      { verdict: "denied", operation: "write_path", subject: "x1", rule: "deny_write[1]", pattern: "x*" },
      { verdict: "denied", operation: "write_path", subject: "x3" },
    ]);
    expect(denied[0]?.reason).toBe(decisions.entries[0]?.reason);
  });

  it("denies a rename by either of its paths", () => {
    const { permitted, denied } = judge(["x"], renamed("x", "a"), renamed("b", "x"), renamed("c", "d"));
    expect([paths(permitted), denied.map(({ path }) => path)]).toEqual([["d"], ["x", "x"]]);
  });

  it("judges the name as text, not as bytes", () => {
    const { permitted, denied } = judge(["\u00e4"], added("\xc3\xa4"), added("\xe4"));
    expect(denied.map(({ path }) => path)).toEqual(["\u00e4"]);
    expect(paths(permitted)).toEqual(["\xe4"]);
  });

  it("applies the rules of every layer", () => {
    const floor = compilePolicy({ ...openPolicy(), deny_write: ["x"] });
    const policy = tightenPolicy(floor, openPolicy());
    const { permitted } = judgeChanges(policy, [added("x"), added("a")], new DecisionList(() => new Date(0)));
    expect(paths(permitted)).toEqual(["a"]);
  });

  it("lists a thousand denied changes, and drops the others from the changes all the same", () => {
    const changes = Array.from({ length: 1002 }, (_, index) => added(`x${index}`));
    const { permitted, denied } = judge(["x*"], ...changes);
    expect([permitted.length, denied.length]).toEqual([0, 1000]);
    expect([denied[0]?.path, denied.at(-1)?.path]).toEqual(["x0", "x999"]);
  });
});
