import { expect, it } from "vitest";
import { workspacePath } from "./workspace-path.ts";

it("names files of the workspace relative to it, and others as they are", () => {
  const named = (path: string) => workspacePath("/ws/root", path);
  expect(named("/ws/root/a/b.txt")).toBe("a/b.txt");
  expect(named("a/b.txt")).toBe("a/b.txt");
  expect(named("./a")).toBe("a");
  expect(named("/ws/root/..a")).toBe("..a");
  for (const outside of ["/ws/root", "/ws", "/ws/other", "../x", "..", "/etc/passwd"])
    expect(named(outside)).toBe(outside);
});
