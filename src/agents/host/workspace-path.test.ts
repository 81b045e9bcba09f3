import { expect, it } from "vitest";
import { workspacePath } from "./workspace-path.ts";

it("names files of the workspace relative to it, and others as they are", () => {
  const named = (path: string) => workspacePath("/work/root", path);
  expect(named("/work/root/a/b.txt")).toBe("a/b.txt");
  expect(named("a/b.txt")).toBe("a/b.txt");
  expect(named("./a")).toBe("a");
  expect(named("/work/root/..a")).toBe("..a");
  for (const outside of ["/work/root", "/work", "/work/other", "../x", "..", "/etc/passwd"])
    expect(named(outside)).toBe(outside);
});
