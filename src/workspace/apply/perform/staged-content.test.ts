import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { saveTrees } from "../../patch/fixtures/saved.ts";
import { useDirectory, writeTree } from "../../patch/fixtures/tree.ts";
import type { ApplyStep } from "../apply-plan.ts";
import { hashBlob } from "../target-entry.ts";
import { removeLeftovers, StagedContent } from "./staged-content.ts";

const directory = useDirectory();
const signal = new AbortController().signal;
type WriteStep = Extract<ApplyStep, { kind: "write" }>;

function step(content: WriteStep["content"], more: Partial<WriteStep> = {}): WriteStep {
  const rest = { mode: undefined, executable: false, expected: undefined };
  return { kind: "write", rawPath: "x", type: "file", content, ...rest, ...more };
}

describe("staged contents", () => {
  it("are written by their index, with their types and modes", async () => {
    const large = "line\n".repeat(60_000);
    const { run } = await saveTrees(directory(), {}, { a: "one\n", b: large, e: "", l: { link: "to" } });
    const target = join(directory(), "target");
    mkdirSync(target);
    const mergedPath = join(directory(), "merged");
    writeFileSync(mergedPath, "merged\n", { mode: 0o600 });
    const oid = (text: string) => ({ oid: hashBlob(Buffer.from(text)) });
    const staged = await StagedContent.open(target);
    await staged.write(
      join(run, "patch.git"),
      [
        step(oid("one\n")),
        step({ mergedPath }, { mode: 0o640, executable: true }),
        step(oid("to"), { type: "symlink", mode: 0o600 }),
        step(oid(large), { mode: 0o604, executable: true }),
        step(oid("one\n"), { executable: true }),
        step(oid(""), { mode: 0o755 }),
        step(oid("to"), { type: "symlink" }),
        step({ mergedPath }),
      ],
      signal,
    );
    const texts = [0, 1, 3, 4, 5, 7].map((index) => readFileSync(staged.pathOf(index), "utf8"));
    expect(texts).toEqual(["one\n", "merged\n", large, "one\n", "", "merged\n"]);
    expect([2, 6].map((index) => readlinkSync(staged.pathOf(index)))).toEqual(["to", "to"]);
    const umask = Number.parseInt(execFileSync("sh", ["-c", "umask"], { encoding: "utf8" }), 8);
    const modes = [0, 1, 3, 4, 5, 7].map((index) => statSync(staged.pathOf(index)).mode & 0o777);
    expect(modes).toEqual([0o666 & ~umask, 0o750, 0o705, 0o777 & ~umask, 0o644, 0o600]);
    const [name] = readdirSync(target);
    expect(name).toMatch(new RegExp(`^\\.abp-apply-${process.pid}-[0-9a-f]{12}$`));
    expect(statSync(join(target, name!)).mode & 0o777).toBe(0o700);
    await staged.close();
    await staged.close();
    expect(readdirSync(target)).toEqual([]);
  });

  it("of processes that died are removed, and nothing of another name", async () => {
    const target = join(directory(), "target");
    const dead = Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }));
    const kept = [
      `.abp-apply-${process.pid}-0123456789ab`,
      ".abp-apply-1-0123456789ab",
      `.abp-apply-${dead}-0123456789abc`,
      `.abp-apply-${dead}-0123456789a`,
      `.abp-apply-${dead}-0123456789aB`,
      `x.abp-apply-${dead}-0123456789ab`,
      ".abp-apply--0123456789ab",
    ];
    const file = `.abp-apply-${dead}-ffffffffffff`;
    const gone = [`.abp-apply-${dead}-0123456789ab`, `.abp-apply-${dead}-fedcba987654`];
    writeTree(target, Object.fromEntries([...kept, ...gone].map((name) => [`${name}/d/0`, "x"])));
    writeFileSync(join(target, file), "a file of the user");
    await removeLeftovers(target);
    expect(readdirSync(target).sort()).toEqual([...kept, file].sort());
    expect(existsSync(join(target, kept[0]!, "d", "0"))).toBe(true);
  });

  it("make room for what is moved away, under another name if its own is too long", async () => {
    const target = join(directory(), "target");
    mkdirSync(target);
    const staged = await StagedContent.open(target);
    const own = join(target, readdirSync(target)[0]!);
    const away = (await staged.awayPath("a/b/c")).toString();
    expect([away.startsWith(`${own}/`), away.endsWith("/a/b/c")]).toEqual([true, true]);
    expect(statSync(dirname(away)).mode & 0o777).toBe(0o700);
    expect((await staged.awayPath(`${"d/".repeat(3000)}x`)).toString()).toBe(join(own, "old-1"));
    writeFileSync(away, "");
    await expect(staged.awayPath("a/b/c/d")).rejects.toMatchObject({ code: "EEXIST" });
    await staged.close();
  });

  it("that are kept have a name that says so, and stay", async () => {
    const target = join(directory(), "target");
    mkdirSync(target);
    const staged = await StagedContent.open(target);
    const id = readdirSync(target)[0]!.replace(/^\.abp-apply-/, "");
    writeFileSync(staged.newPath(), "replaced");
    const kept = await staged.keep();
    expect(kept).toBe(join(target, `.abp-kept-${id}`));
    await staged.close();
    await removeLeftovers(target);
    expect(readdirSync(target)).toEqual([`.abp-kept-${id}`]);
    expect(readdirSync(kept)).toHaveLength(1);
  });

  it("that cannot be written are an error", async () => {
    const { run } = await saveTrees(directory(), {}, { a: "one\n" });
    const target = join(directory(), "target");
    mkdirSync(target);
    const staged = await StagedContent.open(target);
    const steps = [step({ oid: hashBlob(Buffer.from("one\n")) }), step({ oid: "0".repeat(40) })];
    await expect(staged.write(join(run, "patch.git"), steps, signal)).rejects.toMatchObject({
      code: "execution_workspace_error",
    });
    await staged.close();
    expect(readdirSync(target)).toEqual([]);
  });
});
