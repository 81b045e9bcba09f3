import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findExecutable } from "./executable.ts";

const closed = vi.hoisted(() => ({ count: 0 }));

// A superuser reads every file: the refusal is imitated.
vi.mock("node:fs", async (importOriginal) => {
  const fs = await importOriginal<typeof import("node:fs")>();
  return {
    ...fs,
    openSync: (path: string, flags: string) => {
      if (path.endsWith("unreadable")) throw new Error("EACCES");
      return fs.openSync(path, flags);
    },
    closeSync: (descriptor: number) => {
      closed.count += 1;
      fs.closeSync(descriptor);
    },
  };
});

describe("findExecutable", () => {
  let root: string;

  beforeEach(() => {
    closed.count = 0;
    root = mkdtempSync(join(tmpdir(), "abp-executable-"));
    for (const directory of ["one", "two"]) mkdirSync(join(root, directory));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    rmSync(root, { recursive: true });
  });

  function put(path: string, content = "\x7fELF rest", mode = 0o755): string {
    writeFileSync(join(root, path), content, "latin1");
    chmodSync(join(root, path), mode);
    return join(root, path);
  }

  const find = (command: string, searchPath?: string) => findExecutable(command, root, searchPath);
  const search = () => `${join(root, "one")}:${join(root, "two")}`;

  it("finds a name in the first directory of the search path that has it", () => {
    const second = put("two/tool");
    expect(find("tool", search())).toBe(second);
    expect(closed.count).toBe(1);
    const first = put("one/tool");
    expect(find("tool", search())).toBe(first);
    expect(find("tool", `one:${join(root, "two")}`)).toBe(first);
  });

  it("takes a path as it is, or relative to the working directory", () => {
    const tool = put("one/tool");
    expect(find(tool)).toBe(tool);
    expect(find("one/tool", "/nowhere")).toBe(tool);
    expect(find("./one/tool")).toBe(tool);
  });

  it("does not look in the working directory for a name", () => {
    put("tool");
    for (const path of [undefined, "", ":", `:${search()}:`]) {
      expect(find("tool", path)).toEqual({ reason: "no such program", code: "ENOENT" });
    }
  });

  it("goes on after a file that cannot be started, and reports it if nothing follows", () => {
    put("one/tool", "#!/bin/sh\n", 0o644);
    expect(find("tool", search())).toEqual({ reason: "it is not executable", code: "EACCES" });
    const usable = put("two/tool", "#!/bin/sh\n");
    expect(find("tool", search())).toBe(usable);
  });

  it("S01 refuses a directory and a file without the right to execute", () => {
    expect(find(join(root, "one"))).toEqual({ reason: "it is not a file", code: "EACCES" });
    expect(find("one", root)).toEqual({ reason: "it is not a file", code: "EACCES" });
    expect(find(put("tool", "\x7fELF", 0o600))).toMatchObject({ code: "EACCES" });
    expect(find(join(root, "absent"))).toEqual({ reason: "no such program", code: "ENOENT" });
  });

  it.each(["#!/bin/sh\n", "#! \t/bin/sh -e\n", "#!/bin/sh", "#!/bin/sh\r\n"])(
    "accepts a script that begins with %j",
    (head) => {
      expect(find(put("tool", head))).toBe(join(root, "tool"));
    },
  );

  it.each([
    ["#!/nowhere/sh -e\n", "/nowhere/sh"],
    ["#!sh\n", "sh"],
    ["#!\n/bin/sh", ""],
    ["#!/tmp\n", "/tmp"],
  ])("S01 names the interpreter of a script that begins with %j", (head, interpreter) => {
    expect(find(put("tool", head))).toEqual({
      reason: `its first line names the interpreter "${interpreter}", which cannot be started`,
      code: "ENOENT",
    });
  });

  it("reads 256 bytes of the first line", () => {
    put("x", "\x7fELF");
    const long = (length: number) => `#!${" ".repeat(length - 2 - root.length - 2)}${root}/x`;
    expect(find(put("tool", `${long(256)}y\n`))).toBe(join(root, "tool"));
    expect(find(put("tool", `${long(255)}y\n`))).toMatchObject({ code: "ENOENT" });
  });

  it.each(["", "echo hello\n", "\x7fEL", " #!/bin/sh"])("S01 refuses the content %j on Linux", (content) => {
    const tool = put("tool", content);
    vi.stubGlobal("process", { platform: "linux" });
    expect(find(tool)).toMatchObject({ code: "ENOEXEC" });
    vi.stubGlobal("process", { platform: "darwin" });
    expect(find(tool)).toBe(tool);
  });

  it("trusts a program that may be executed and not read", () => {
    expect(find(put("unreadable", "nothing"))).toBe(join(root, "unreadable"));
  });
});
