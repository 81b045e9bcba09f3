import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runTool } from "./tool.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-tool-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const shell = (script: string, descriptors?: readonly number[]) =>
  runTool("sh", ["-c", script, "sh", directory], descriptors);

describe("a program of the system", () => {
  it("is done with code 0, whatever it says", async () => {
    expect(await shell("echo warning >&2; echo output")).toEqual({ isDone: true, message: "warning" });
  });

  it("is not done with another code or after a signal", async () => {
    expect(await shell("echo ' broken ' >&2; exit 3")).toEqual({ isDone: false, message: "broken" });
    expect(await shell("kill -9 $$")).toEqual({ isDone: false, message: "" });
  });

  it("is not done if there is no such program", async () => {
    const result = await runTool("abp-no-such-program", []);
    expect(result.isDone).toBe(false);
    expect(result.message).toContain("ENOENT");
  });

  it("says its last 2,000 characters, of all that it writes", async () => {
    const { message } = await shell(
      "echo lost >&2; i=0; while [ $i -lt 300 ]; do echo 0123456789 >&2; i=$((i+1)); done; echo last >&2",
    );
    expect(message).toHaveLength(1999);
    expect(message.endsWith("0123456789\nlast")).toBe(true);
  });

  it("gets no environment but a plain one, and no input", async () => {
    vi.stubEnv("ABP_TOOL_TEST", "seen");
    await shell('cat > "$1/in"; env > "$1/env"');
    vi.unstubAllEnvs();
    expect(readFileSync(join(directory, "in"), "utf8")).toBe("");
    const names = readFileSync(join(directory, "env"), "utf8").trim().split("\n").toSorted();
    expect(names.filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual([
      "LC_ALL=C",
      "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
    ]);
  });

  it("gets descriptors from 3 on", async () => {
    const open = ["a", "b"].map((name) => openSync(join(directory, name), "w"));
    expect(await shell("echo one >&3; echo two >&4", open)).toMatchObject({ isDone: true });
    for (const fd of open) closeSync(fd);
    expect(readFileSync(join(directory, "a"), "utf8")).toBe("one\n");
    expect(readFileSync(join(directory, "b"), "utf8")).toBe("two\n");
  });
});
