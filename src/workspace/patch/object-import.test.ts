import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../lib/index.ts";
import { useDirectory, writeTree } from "./fixtures/tree.ts";
import { type ImportPlan, ImportProblems, importStream, quoteName } from "./object-import.ts";
import type { PatchSide } from "./patch-side.ts";

const directory = useDirectory();
const large = "x".repeat(256 * 1024 + 1);

function side(rawPath: string, content: string, gitMode: PatchSide["gitMode"] = "100644"): PatchSide {
  const type = gitMode === "120000" ? "symlink" : "file";
  const entry = { rawPath, type, mode: 0o644, size: content.length, sha256: sha256Hex(content) } as const;
  return { entry, gitMode };
}

async function streamOf(changes: ImportPlan["changes"], prepare: () => void = () => undefined) {
  const [source, root] = ["source", "stage"].map((name) => join(directory(), name)) as [string, string];
  for (const [place, key] of [
    [source, "before"],
    [root, "after"],
  ] as const) {
    const sides = changes.map((change) => change[key]).filter((one) => one !== undefined);
    writeTree(place, Object.fromEntries(sides.map(({ entry }) => [entry.rawPath, contents[entry.sha256]!])));
  }
  prepare();
  const problems = new ImportProblems();
  const chunks: Buffer[] = [];
  for await (const chunk of importStream({ source, root, changes }, problems)) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("latin1").replaceAll(large, "LARGE");
  return { text, problems: problems.lost, lostBases: [...problems.lostBases] };
}

const contents: Record<string, string> = {};
for (const text of ["one", "two", "", large]) contents[sha256Hex(text)] = text;

const committer = "committer abp <abp@localhost> 0 +0000\ndata 0\n";

describe("the input of fast-import", () => {
  it("holds each content once and both trees", async () => {
    const { text, problems } = await streamOf([
      { before: side("a", "one"), after: side("a", "two", "100755") },
      { before: side("b", "two") },
      { after: side("c", "") },
    ]);
    expect(text).toBe(
      `blob\nmark :1\ndata 3\ntwo\nblob\nmark :2\ndata 0\n\nblob\nmark :3\ndata 3\none\n` +
        `commit refs/heads/before\n${committer}M 100644 :3 "a"\nM 100644 :1 "b"\n\n` +
        `commit refs/heads/after\n${committer}M 100755 :1 "a"\nM 100644 :2 "c"\n\ndone\n`,
    );
    expect([...problems]).toEqual([]);
  });

  it("holds a large content, from the source if the stage has lost it", async () => {
    const change = { before: side("old", large), after: side("new", large) };
    const stage = (name: string): string => join(directory(), "stage", name);
    const { text, problems } = await streamOf([change], () => rmSync(stage("new")));
    expect(text).toContain(`blob\nmark :1\ndata ${large.length}\nLARGE\ncommit`);
    expect([...problems]).toEqual([]);
    rmSync(join(directory(), "source"), { recursive: true });
    rmSync(join(directory(), "stage"), { recursive: true });
    const again = await streamOf([change], () => writeFileSync(stage("new"), "y".repeat(large.length)));
    // The wrong bytes stand under the same mark; the last ones count.
    expect(again.text.match(/mark :1\n/g)).toHaveLength(2);
    expect(again.text).toContain("LARGE\ncommit refs/heads/before");
    expect([...again.problems]).toEqual([]);
  });

  it("leaves a change out of both trees if one of its contents cannot be read", async () => {
    const { text, problems } = await streamOf(
      [
        { after: side("fine", "one") },
        { before: side("a", "one"), after: side("a", "two") },
        { after: side("big", large) },
      ],
      () => {
        writeFileSync(join(directory(), "stage", "a"), "TWO");
        rmSync(join(directory(), "stage", "big"));
      },
    );
    expect(text).toBe(
      `blob\nmark :1\ndata 3\none\ncommit refs/heads/before\n${committer}\n` +
        `commit refs/heads/after\n${committer}M 100644 :1 "fine"\n\ndone\n`,
    );
    expect([...problems]).toEqual([
      [1, "its content changed while the patch was written"],
      [2, "it cannot be read (no such file)"],
    ]);
  });

  it("leaves a side out of the first tree alone if the content from before the run is gone", async () => {
    const unsettled = side("u", "two");
    const { text, problems, lostBases } = await streamOf(
      [
        { before: side("a", "two"), after: side("a", "one") },
        { before: side("big", large) },
        { before: { ...unsettled, entry: { ...unsettled.entry, unsettled: true } }, after: side("u", "") },
      ],
      () => {
        writeFileSync(join(directory(), "source", "a"), "TWO");
        rmSync(join(directory(), "source", "big"));
      },
    );
    expect(text).toContain(
      `commit refs/heads/before\n${committer}\n` +
        `commit refs/heads/after\n${committer}M 100644 :1 "a"\nM 100644 :2 "u"\n\ndone\n`,
    );
    expect([[...problems], lostBases]).toEqual([[], [0, 1, 2]]);
  });

  it("reads a content of exactly the limit as a whole", async () => {
    const text = "z".repeat(256 * 1024);
    contents[sha256Hex(text)] = text;
    const stage = join(directory(), "stage", "f");
    // A file that is read in pieces is written although its bytes are wrong, a whole one is not.
    const { text: stream } = await streamOf([{ after: side("f", text) }], () =>
      writeFileSync(stage, "y".repeat(text.length)),
    );
    expect(stream.startsWith("commit")).toBe(true);
  });
});

it("quotes every unusual byte of a name", () => {
  expect(quoteName("Az09_./ -")).toBe('"Az09_./ -"');
  expect(quoteName('a"b\\c\n\t\x01\xff\x7f:@[`{')).toBe(
    '"a\\042b\\134c\\012\\011\\001\\377\\177\\072\\100\\133\\140\\173"',
  );
});
