import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openPolicy } from "../../../contract/index.ts";
import { compilePolicy } from "../../../policy/index.ts";
import { engineTools } from "../tools.ts";
import { BoundedOutput } from "./bounded-output.ts";
import type { ToolOutcome } from "./tool.ts";
import { MAX_FILE_BYTES, WorkspaceFiles } from "./workspace-files.ts";

let root: string;
let controller: AbortController;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-tools-"));
  mkdirSync(join(root, "work/src"), { recursive: true });
  writeFileSync(join(root, "outside.txt"), "secret");
  controller = new AbortController();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string) => join(root, "work", name);
const put = (name: string, content: string | Buffer) => writeFileSync(at(name), content);

/** Runs a tool; a failure is its message. */
async function use(name: string, input: object, workspace = join(root, "work")): Promise<ToolOutcome> {
  const tool = engineTools.find((one) => one.name === name)!;
  const files = await WorkspaceFiles.open(workspace, compilePolicy(openPolicy(), { root: workspace }));
  const environment = { PATH: process.env["PATH"] ?? "", HOME: root };
  return tool.run(tool.input.parse(input), { files, environment, signal: controller.signal });
}
const textOf = async (name: string, input: object) => (await use(name, input)).text;

describe("read", () => {
  it("shows numbered lines, a part of them, and how many are left", async () => {
    put("a.txt", "1\r\n2\n3\n4\n");
    expect(await textOf("read", { file_path: "a.txt", offset: 2, limit: 2 })).toBe(
      "2\t2\n3\t3\n[1 more lines, from line 4]",
    );
    put("long.txt", "x".repeat(3000));
    expect(await textOf("read", { file_path: "long.txt" })).toMatch(
      /^1\tx{2000} \[1000 characters left out\]$/,
    );
    put("many.txt", `${"y".repeat(1999)}\n`.repeat(1000));
    expect((await textOf("read", { file_path: "many.txt" })).length).toBeLessThan(257 * 1024);
    put("empty.txt", "");
    expect(await textOf("read", { file_path: "empty.txt" })).toBe("empty.txt is empty");
  });

  it("shows 2000 lines, 2000 characters of each and 256 KiB in all, and says what is left", async () => {
    put("lines.txt", "x\n".repeat(2001));
    const lines = (await textOf("read", { file_path: "lines.txt" })).split("\n");
    expect([lines.length, ...lines.slice(-2)]).toEqual([2001, "2000\tx", "[1 more lines, from line 2001]"]);
    put("long.txt", `${"a".repeat(2000)}\n${"b".repeat(2001)}`);
    expect(await textOf("read", { file_path: "long.txt" })).toBe(
      `1\t${"a".repeat(2000)}\n2\t${"b".repeat(2000)} [1 characters left out]`,
    );
    // Each line has 1024 characters with its number, its tab and its line feed.
    const row = (number: number) => "y".repeat(1022 - `${number}`.length);
    const rows = Array.from({ length: 257 }, (_, index) => row(index + 1));
    put("most.txt", rows.join("\n"));
    const most = (await textOf("read", { file_path: "most.txt" })).split("\n");
    expect([most.length, most.at(-1)]).toEqual([257, "[1 more lines, from line 257]"]);
    put("no-end.txt", "a\nb");
    expect(await textOf("read", { file_path: "no-end.txt", offset: 2 })).toBe("2\tb");
    put("feeds.txt", "\n\n");
    expect(await textOf("read", { file_path: "feeds.txt" })).toBe("1\t\n2\t");
  });

  it("takes bytes for text unless a zero is among the first 8192", async () => {
    put("late", Buffer.concat([Buffer.alloc(8192, 97), Buffer.from([0])]));
    expect(await textOf("read", { file_path: "late" })).toContain("characters left out");
    put("early", Buffer.concat([Buffer.alloc(8191, 97), Buffer.from([0])]));
    await expect(use("read", { file_path: "early" })).rejects.toThrow("early is no text");
  });

  it("refuses what is no text file of the workspace", async () => {
    put("bytes", Buffer.from([1, 0, 2]));
    put("huge", Buffer.alloc(MAX_FILE_BYTES + 1, 65));
    put("a.txt", "1\n");
    symlinkSync("../outside.txt", at("link"));
    symlinkSync("..", at("up"));
    symlinkSync("loop", at("loop"));
    for (const [path, message] of [
      ["bytes", "bytes is no text"],
      ["huge", `huge is larger than ${MAX_FILE_BYTES} bytes`],
      ["src", "src is a directory; list shows what it holds"],
      ["no", "no does not exist"],
      ["a.txt/b", "a.txt/b has a part that is no directory"],
      ["link", "link is outside the workspace"],
      ["up/outside.txt", "up/outside.txt is outside the workspace"],
      ["../outside.txt", "../outside.txt is outside the workspace"],
      ["../none.txt", "../none.txt is outside the workspace"],
      ["loop", "loop is a link"],
      ["a\0b", "the path holds a zero byte"],
      ["x".repeat(300), `${"x".repeat(300)} is too long`],
      ["a.txt/../../outside.txt", "is outside the workspace"],
    ]) {
      await expect(use("read", { file_path: path }), path).rejects.toThrow(message);
    }
    await expect(use("read", { file_path: "a.txt", offset: 9 })).rejects.toThrow("a.txt has 1 lines");
  });

  it("takes absolute paths of the workspace, also if a link leads to it", async () => {
    put("a.txt", "1\n");
    symlinkSync("work", join(root, "alias"));
    expect((await use("read", { file_path: at("a.txt") })).text).toBe("1\t1");
    const alias = join(root, "alias");
    expect((await use("read", { file_path: join(alias, "a.txt") }, alias)).text).toBe("1\t1");
  });
});

describe("list and search", () => {
  it("find files and lines, and look neither into links nor into the folder of git", async () => {
    mkdirSync(at(".git"));
    put(".git/config", "find me");
    put("src/b.ts", "no\nfind me\n");
    put("a.md", "find me too\n");
    put("bytes", Buffer.from("find me\0"));
    symlinkSync("..", at("up"));
    expect(await textOf("list", {})).toBe("a.md\nbytes\nsrc/b.ts");
    expect(await textOf("list", { pattern: "**/*.ts" })).toBe("src/b.ts");
    expect(await textOf("list", { path: "src", pattern: "*.md" })).toBe("no file matches");
    expect(await textOf("search", { pattern: "f.nd me" })).toBe("a.md:1:find me too\nsrc/b.ts:2:find me");
    expect(await textOf("search", { pattern: "find me$", path: "src/b.ts" })).toBe("src/b.ts:2:find me");
    expect(await textOf("search", { pattern: "find", glob: "*.md" })).toBe("a.md:1:find me too");
    expect(await textOf("search", { pattern: "nothing" })).toBe("nothing matches");
    await expect(use("search", { pattern: "x", path: "up" })).rejects.toThrow("up is outside the workspace");
  });

  it.each([
    ["takes few steps, not at all", "x", "x\n".repeat(9), undefined],
    ["takes many steps, between two lines", "^(a+)+$", `${"a".repeat(60_000)}!\n`.repeat(9), "enough"],
  ])("a search in a file that %s, hears a cancel", async (_, pattern, content, message) => {
    const run = controller;
    const read = vi.spyOn(WorkspaceFiles.prototype, "read").mockImplementationOnce(async () => {
      setImmediate(() => run.abort(new Error("enough")));
      return Buffer.from(content);
    });
    onTestFinished(() => read.mockRestore());
    put("a.txt", "");
    const found = use("search", { pattern, path: "a.txt" });
    if (message !== undefined) await expect(found).rejects.toThrow(message);
    else expect((await found).text.split("\n")).toHaveLength(9);
  });

  it("are bounded, whatever the pattern and the files are", async () => {
    put("a.txt", "x\n".repeat(500));
    expect((await textOf("search", { pattern: "x" })).split("\n").at(-1)).toBe("a.txt:500:x");
    put("a.txt", "x\n".repeat(501));
    put("b.txt", "x\n");
    const lines = (await textOf("search", { pattern: "x" })).split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([501, "[there are more matches]"]);
    const read = vi.spyOn(WorkspaceFiles.prototype, "read");
    await use("search", { pattern: "x" });
    expect(read.mock.calls).toEqual([["a.txt"]]);
    rmSync(at("b.txt"));
    put("a.txt", `x${"y".repeat(299)}z`);
    expect(await textOf("search", { pattern: "x" })).toBe(`a.txt:1:x${"y".repeat(299)}`);
    put("a.txt", `${"a".repeat(2000)}!\n`.repeat(100));
    expect(await textOf("search", { pattern: "^(a+)+$" })).toBe("nothing matches");
    put("a.txt", "a".repeat(1_000_000));
    expect(await textOf("search", { pattern: `(${"a?".repeat(400)})+b` })).toContain("too many steps");
  });
});

describe("list", () => {
  it("shows 2000 files, the directories in their order", async () => {
    mkdirSync(at("b/a"), { recursive: true });
    mkdirSync(at("a"));
    for (const name of ["b/a/z", "b/b", "a/x", "c", "B"]) put(name, "");
    expect(await textOf("list", {})).toBe(["B", "c", "a/x", "b/b", "b/a/z"].join("\n"));
    for (let index = 0; index < 1995; index += 1) put(`src/${index}`, "");
    expect((await textOf("list", {})).split("\n")).toHaveLength(2000);
    put("src/one-more", "");
    const lines = (await textOf("list", {})).split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([2001, "[there are more files]"]);
  });
});

describe("edit and write", () => {
  it("replace an exact text and keep the mode of the file", async () => {
    put("run.sh", "echo $& $1\n");
    chmodSync(at("run.sh"), 0o755);
    await use("edit", { file_path: "run.sh", old_string: "$1", new_string: "$& $$" });
    expect(readFileSync(at("run.sh"), "utf8")).toBe("echo $& $& $$\n");
    expect(statSync(at("run.sh")).mode & 0o777).toBe(0o755);
    const all = await use("edit", {
      file_path: "run.sh",
      old_string: "$&",
      new_string: "x",
      replace_all: true,
    });
    expect([readFileSync(at("run.sh"), "utf8"), all.changed]).toEqual([
      "echo x x $$\n",
      { path: "run.sh", summary: "2 replacements" },
    ]);
  });

  it("refuse a text that is missing, ambiguous or the same, and bytes that are no text", async () => {
    put("a.txt", "aa");
    put("latin1", Buffer.from([0x61, 0xe9]));
    const edit = (more: object) =>
      use("edit", { file_path: "a.txt", old_string: "a", new_string: "b", ...more });
    await expect(edit({})).rejects.toThrow("old_string stands 2 times");
    await expect(edit({ old_string: "c" })).rejects.toThrow("old_string does not stand in a.txt");
    await expect(edit({ new_string: "a" })).rejects.toThrow("are the same");
    await expect(edit({ file_path: "latin1" })).rejects.toThrow("latin1 is no text");
    put("zero", "a\0");
    await expect(edit({ file_path: "zero" })).rejects.toThrow("zero is no text");
    expect(readFileSync(at("a.txt"), "utf8")).toBe("aa");
  });

  it("make directories, and write nothing outside", async () => {
    expect((await use("write", { file_path: "new/dir/a.txt", content: "é" })).changed).toEqual({
      path: "new/dir/a.txt",
      summary: "2 bytes written",
    });
    symlinkSync("..", at("up"));
    symlinkSync("../created.txt", at("dangling"));
    for (const path of ["../created.txt", "up/created.txt", "dangling", join(root, "created.txt"), "."]) {
      await expect(use("write", { file_path: path, content: "x" }), path).rejects.toThrow(
        /outside|nowhere|itself/,
      );
    }
    expect(existsSync(join(root, "created.txt"))).toBe(false);
    await expect(use("write", { file_path: "src", content: "" })).rejects.toThrow("src is a directory");
    await expect(use("write", { file_path: "new/dir/a.txt/b", content: "" })).rejects.toThrow(
      /no directory|cannot be/,
    );
    const most = Buffer.alloc(MAX_FILE_BYTES, 97).toString();
    await expect(use("write", { file_path: "big", content: `${most}a` })).rejects.toThrow(
      "the content is too large",
    );
    expect(existsSync(at("big"))).toBe(false);
    expect((await use("write", { file_path: "big", content: most })).text).toBe(
      "big: 16777216 bytes written",
    );
  });
});

describe("run", () => {
  it("gives output and exit code, with the environment it was given and no more", async () => {
    expect(await use("run", { command: "pwd; echo problem >&2; exit 3" })).toMatchObject({
      text: expect.stringMatching(/^(.*\/work\nproblem|problem\n.*\/work)\n\[exit code 3\]$/),
      isError: true,
      command: { exitCode: 3 },
    });
    expect(
      await textOf("run", { command: "env | cut -d= -f1 | grep -vE '^(PWD|SHLVL|_|OLDPWD)$' | sort" }),
    ).toBe("HOME\nPATH\n[exit code 0]");
    expect(await textOf("run", { command: "true" })).toBe("[exit code 0]");
    expect(await textOf("run", { command: "kill -9 $$" })).toBe("[ended by SIGKILL]");
  });

  it("ends a command after its time, and what a command left behind, also if that ignores signals", async () => {
    const late = await use("run", { command: "trap '' TERM; sleep 600 & sleep 600", timeout_seconds: 1 });
    expect([late.text, late.isError]).toEqual(["[ended after 1 seconds]", true]);
    const left = await use("run", { command: "sleep 600 & echo $!" });
    const pid = Number(left.text.split("\n")[0]);
    // What has ended and waits for its parent has no command line.
    const path = `/proc/${pid}/cmdline`;
    expect(existsSync(path) ? readFileSync(path, "utf8") : "").toBe("");
  });

  it("bounds the output, and stops when the run is cancelled", async () => {
    const half = 32 * 1024;
    const write = (letter: string) => `head -c ${half} /dev/zero | tr '\\0' ${letter}`;
    expect(await textOf("run", { command: `${write("a")}; ${write("b")}; ${write("c")}` })).toBe(
      `${"a".repeat(half)}\n[${half} characters left out]\n${"c".repeat(half)}\n[exit code 0]`,
    );
    const run = use("run", { command: "echo $$ > pid; sleep 600" });
    queueMicrotask(() => controller.abort(new Error("enough")));
    await expect(run).rejects.toThrow("enough");
  });
});

it("keeps the beginning and the end of an endless text", () => {
  const output = new BoundedOutput(10);
  for (const piece of ["abc", "defgh", "ij"]) output.add(piece);
  expect(output.text).toBe("abcdefghij");
  output.add("klm");
  expect(output.text).toBe("abcde\n[3 characters left out]\nijklm");
});
