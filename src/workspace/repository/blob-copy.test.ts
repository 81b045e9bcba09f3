import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runGit } from "../git/run-git.ts";
import { plainGit } from "../patch/fixtures/saved.ts";
import { copyBlobs } from "./blob-copy.ts";

vi.mock("../git/run-git.ts", { spy: true });

let directory: string;
let source: string;
let target: string;
beforeEach(() => {
  vi.mocked(runGit).mockClear();
  directory = mkdtempSync(join(tmpdir(), "abp-blobs-"));
  [source, target] = ["source", "target"].map((name) => join(directory, name)) as [string, string];
  for (const path of [source, target]) plainGit(directory, ["init", "-q", "--bare", path]);
});
afterEach(() => {
  vi.mocked(runGit).mockRestore();
  rmSync(directory, { recursive: true, force: true });
});

const missing = "1".repeat(40);
function addBlob(text: string): string {
  writeFileSync(join(directory, "file"), text);
  return plainGit(source, ["hash-object", "-w", join(directory, "file")]).trim();
}
const packs = () => readdirSync(join(target, "objects/pack")).filter((name) => name.endsWith(".pack"));
const copy = (oids: readonly string[], signal = new AbortController().signal) =>
  copyBlobs(source, target, new Set(oids), signal);

describe("blobs that are copied", () => {
  it("are in one pack, and no others", async () => {
    const [a, b] = [addBlob("a"), addBlob("b".repeat(1e6))];
    addBlob("c");
    await copy([a, b]);
    expect(plainGit(target, ["cat-file", "blob", a])).toBe("a");
    expect(
      plainGit(target, ["cat-file", "--batch-all-objects", "--batch-check=%(objectname)"]).trim().split("\n"),
    ).toEqual([a, b].toSorted());
    expect(packs()).toHaveLength(1);
    expect(vi.mocked(runGit).mock.calls.map(([{ gitDir, args }]) => [gitDir, args])).toEqual([
      [
        source,
        ["pack-objects", "--stdout", "--quiet", "--window=0", "--delta-base-offset", "--compression=1"],
      ],
      [target, ["index-pack", "--stdin"]],
    ]);
  });

  it("wait while the process that takes them is slow", async () => {
    const settled: boolean[] = [];
    const { promise: isSlow, resolve: take } = Promise.withResolvers<void>();
    vi.mocked(runGit).mockImplementation(async ({ args, input, onOutput }) => {
      if (args[0] === "index-pack") {
        await isSlow;
        for await (const _ of input as AsyncIterable<Buffer>);
        return 0;
      }
      for (const size of [1, 1e6]) {
        let isSettled = false;
        const written = Promise.resolve(onOutput?.(Buffer.alloc(size))).then(() => {
          isSettled = true;
        });
        await new Promise((resolve) => setImmediate(resolve));
        settled.push(isSettled);
        if (size === 1) continue;
        take();
        await written;
      }
      return 0;
    });
    await expect(copy([missing])).rejects.toThrow("git wrote no pack");
    expect(settled).toEqual([true, false]);
  });

  it("need no git if there are none", async () => {
    await copy([]);
    expect(vi.mocked(runGit)).not.toHaveBeenCalled();
  });

  it("are refused if one is missing, or the signal is aborted", async () => {
    const a = addBlob("a");
    await expect(copy([a, missing])).rejects.toMatchObject({
      code: "execution_workspace_error",
      message: expect.stringMatching(/^git pack-objects failed with code 128: /),
    });
    await expect(copy([a], AbortSignal.abort(new Error("ended")))).rejects.toThrow(new Error("ended"));
    expect(packs()).toEqual([]);
  });

  it.each(["", "pack\t1\n", `pack\t${missing}`, `keep\t${missing}\n`, `pack\t${missing}\n\n`])(
    "are refused after the answer %j",
    async (answer) => {
      vi.mocked(runGit).mockImplementation(async ({ args, onOutput }) => {
        if (args[0] === "index-pack") await onOutput?.(Buffer.from(answer));
        return 0;
      });
      await expect(copy([missing])).rejects.toThrow(new Error("git wrote no pack"));
    },
  );

  it.each<[string, (oids: readonly string[]) => readonly string[]]>([
    ["one more", (oids) => [...oids, addBlob("c")]],
    ["one less", (oids) => oids.slice(1)],
    ["another one", (oids) => [...oids.slice(1), addBlob("c")]],
  ])("are refused if the pack has %s", async (_, change) => {
    const oids = [addBlob("a"), addBlob("b")];
    const { runGit: real } = await vi.importActual<typeof import("../git/run-git.ts")>("../git/run-git.ts");
    const other = `${change(oids).join("\n")}\n`;
    vi.mocked(runGit).mockImplementation((call) =>
      real(call.args[0] === "pack-objects" ? { ...call, input: toInput(other) } : call),
    );
    await expect(copy(oids)).rejects.toThrow(
      new Error("the objects of the repository are not what their names say"),
    );
  });
});

async function* toInput(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
