import { expect, it } from "vitest";
import { toolCallOf } from "./tool-call.ts";

it.each<[string, unknown, object]>([
  ["Read", { file_path: "a" }, { kind: "read", title: "Read: a", locations: [{ path: "a" }] }],
  ["LS", { path: "a" }, { kind: "read", title: "LS" }],
  [
    "Write",
    { command: "c", file_path: "a" },
    { kind: "edit", title: "Write: a", locations: [{ path: "a" }] },
  ],
  ["Edit", {}, { kind: "edit", title: "Edit" }],
  ["Bash", { url: "u", command: "ls" }, { kind: "execute", title: "Bash: ls" }],
  ["Glob", { pattern: "*" }, { kind: "search", title: "Glob: *" }],
  ["Grep", { pattern: "x" }, { kind: "search", title: "Grep: x" }],
  ["WebFetch", { pattern: "p", url: "u" }, { kind: "fetch", title: "WebFetch: u" }],
  ["WebSearch", { query: "q" }, { kind: "fetch", title: "WebSearch" }],
  ["constructor", {}, { kind: "other", title: "constructor" }],
])("the tool %s with %j", (name, input, members) => {
  for (const status of ["pending", "in_progress"] as const)
    expect(toolCallOf({ id: "i", name, input }, status)).toEqual({
      toolCallId: "i",
      status,
      rawInput: input,
      ...members,
    });
});

it("an input that is no object is shown as an empty one", () => {
  expect(toolCallOf({ id: "i", name: "Bash", input: "ls" }, "pending")).toEqual({
    ...{ toolCallId: "i", title: "Bash", kind: "execute", status: "pending" },
    rawInput: {},
  });
});
