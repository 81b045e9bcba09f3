import { describe, expect, it } from "vitest";
import { unannounced } from "./tool-calls.ts";
import { describeByKind, describeByName } from "./tools.ts";

describe("a tool call in the words of the contract", () => {
  it.each([
    ["read", "Read"],
    ["edit", "Edit"],
    ["delete", "Edit"],
    ["move", "Edit"],
    ["search", "Grep"],
    ["execute", "Bash"],
    ["fetch", "WebFetch"],
  ])("of the kind %s is %s", (kind, name) => {
    const call = { ...unannounced, kind, firstTitle: "Doing it" };
    expect(describeByKind(call)).toMatchObject({ name, nativeName: "Doing it" });
  });

  it("keeps the agent's title if the kind says nothing", () => {
    expect(describeByKind({ ...unannounced, firstTitle: "think" })).toMatchObject({ name: "think" });
    expect(describeByKind(unannounced)).toMatchObject({ name: "unknown", nativeName: "" });
  });

  it("has the command of a shell, from its input or its title", () => {
    const call = { ...unannounced, kind: "execute", title: "ls -l" };
    expect(describeByKind(call).input).toEqual({ command: "ls -l" });
    expect(describeByKind({ ...call, input: { command: "pwd" } }).input).toEqual({ command: "pwd" });
  });

  it.each(["file_path", "filePath", "filepath", "fileName", "path", "abs_path", "absolute_path"])(
    "has the path of a file from %s",
    (member) => {
      const call = { ...unannounced, kind: "read", input: { [member]: "/a" }, paths: ["/b"] };
      expect(describeByKind(call).input).toEqual({ [member]: "/a", file_path: "/a" });
    },
  );

  it("has the path of a file from its place, if the input has none", () => {
    expect(describeByKind({ ...unannounced, kind: "edit", paths: ["/b", "/c"] }).input).toEqual({
      file_path: "/b",
    });
    expect(describeByKind({ ...unannounced, kind: "edit" }).input).toEqual({});
  });

  it("has the content of a file that is only shown", () => {
    const content = [{ type: "diff", path: "/a", oldText: "", newText: "new" }];
    const call = { ...unannounced, paths: ["/a"], content };
    expect(describeByName(call, "w", { w: "Write" }).input).toEqual({ file_path: "/a", content: "new" });
    const partly = { ...call, input: { path: "/a" } };
    expect(describeByName(partly, "w", { w: "Write" }).input).toEqual({ path: "/a", file_path: "/a" });
    const known = { ...call, input: { path: "/a", text: "x" } };
    expect(describeByName(known, "w", { w: "Write" }).input).toEqual({
      path: "/a",
      text: "x",
      file_path: "/a",
    });
  });

  it("has the address of a page, from its input or its title", () => {
    const call = { ...unannounced, kind: "fetch", title: 'Fetching "http://a.example/x?y=1" now' };
    expect(describeByKind(call).input).toEqual({ url: "http://a.example/x?y=1" });
    expect(describeByKind({ ...call, input: { url: "http://b" } }).input).toEqual({ url: "http://b" });
    expect(describeByKind({ ...call, title: "nothing" }).input).toEqual({});
  });

  it("has its title if nothing else is known of it", () => {
    const call = { ...unannounced, kind: "search", title: "'*.txt'" };
    expect(describeByKind(call).input).toEqual({ title: "'*.txt'" });
    expect(describeByKind({ ...call, input: { pattern: "x" } }).input).toEqual({ pattern: "x" });
    expect(describeByKind({ ...call, title: "" }).input).toEqual({});
  });

  it("keeps an agent's name that the table does not have", () => {
    const call = { ...unannounced, input: { a: 1 } };
    expect(describeByName(call, "mcp__s__t", {})).toEqual({
      name: "mcp__s__t",
      nativeName: "mcp__s__t",
      input: { a: 1 },
    });
  });
});
