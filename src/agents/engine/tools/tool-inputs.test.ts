import { describe, expect, it } from "vitest";
import { engineTools } from "../tools.ts";

const find = (name: string) => engineTools.find((tool) => tool.name === name)!;
const long = (length: number) => "x".repeat(length);
const path = { file_path: "a" };
const edit = { ...path, old_string: "a", new_string: "" };

it("the tools of the loop have names for the model and names for policies", () => {
  expect(engineTools.map(({ name, contractName }) => `${name} ${contractName}`)).toEqual([
    "read Read",
    "search Grep",
    "list Glob",
    "edit Edit",
    "write Write",
    "run Bash",
  ]);
});

describe("the input of a tool", () => {
  it.each<[name: string, input: object]>([
    ["run", { command: "x" }],
    ["run", { command: long(100_000), timeout_seconds: 1 }],
    ["run", { command: "x", timeout_seconds: 3600 }],
    ["search", { pattern: "x" }],
    ["search", { pattern: long(2000), path: "x", glob: "x" }],
    ["search", { pattern: "x", glob: long(1000) }],
    ["list", {}],
    ["list", { pattern: "x", path: "x" }],
    ["list", { pattern: long(1000) }],
    ["read", path],
    ["read", { ...path, offset: 1, limit: 1 }],
    ["read", { ...path, offset: 100_000_000, limit: 10_000 }],
    ["write", { ...path, content: "" }],
    ["edit", edit],
    ["edit", { ...edit, replace_all: true }],
  ])("of %s is %.60j", (name, input) => {
    expect(find(name).input.parse(input)).toEqual(input);
  });

  it.each<[name: string, input: object, place: string]>([
    ["run", {}, "command"],
    ["run", { command: "" }, "command"],
    ["run", { command: long(100_001) }, "command"],
    ["run", { command: "x", timeout_seconds: 0 }, "timeout_seconds"],
    ["run", { command: "x", timeout_seconds: 3601 }, "timeout_seconds"],
    ["run", { command: "x", timeout_seconds: 1.5 }, "timeout_seconds"],
    ["search", {}, "pattern"],
    ["search", { pattern: "" }, "pattern"],
    ["search", { pattern: long(2001) }, "pattern"],
    ["search", { pattern: "x", path: "" }, "path"],
    ["search", { pattern: "x", glob: "" }, "glob"],
    ["search", { pattern: "x", glob: long(1001) }, "glob"],
    ["list", { pattern: "" }, "pattern"],
    ["list", { pattern: long(1001) }, "pattern"],
    ["list", { path: "" }, "path"],
    ["read", { file_path: "" }, "file_path"],
    ["read", { ...path, offset: 0 }, "offset"],
    ["read", { ...path, offset: 100_000_001 }, "offset"],
    ["read", { ...path, offset: 1.5 }, "offset"],
    ["read", { ...path, limit: 0 }, "limit"],
    ["read", { ...path, limit: 10_001 }, "limit"],
    ["write", { file_path: "", content: "" }, "file_path"],
    ["write", path, "content"],
    ["edit", { ...edit, file_path: "" }, "file_path"],
    ["edit", { ...edit, old_string: "" }, "old_string"],
    ["edit", { ...path, old_string: "a" }, "new_string"],
    ["edit", { ...edit, replace_all: 1 }, "replace_all"],
  ])("of %s is not %.60j, by its %s", (name, input, place) => {
    const { error } = find(name).input.safeParse(input);
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([place]);
  });

  it.each(engineTools)("of $name has no other members", ({ input }) => {
    const { error } = input.safeParse({ other: 1 });
    expect(error?.issues.map(({ code }) => code)).toContain("unrecognized_keys");
  });
});
