import { execFileSync } from "node:child_process";
import { lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { faultSize } from "../../../test/fault-size.ts";
import { gitApply, saveTrees } from "../patch/fixtures/saved.ts";
import { readManifest, type Tree, type TreeEntry } from "../patch/fixtures/tree.ts";
import { applyChanges } from "./apply-changes.ts";

const names = [
  "a",
  "b",
  "-rf",
  "n\nl",
  'q"',
  "\xff\x01",
  " ",
  "caf\xc3\xa9",
  "a -> b",
  "=>",
  "back\\slash",
  "\t",
];
const contents = [
  "",
  "one\n",
  "one\ntwo\nthree\n",
  "one\r\n2\nthree",
  "no end",
  "\0binary\0",
  "\xff\0\n".repeat(40),
];

const entry: fc.Arbitrary<TreeEntry> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...contents).map((text) => Buffer.from(text, "latin1")) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...contents)
      .map((text) => ({ content: Buffer.from(text, "latin1"), mode: 0o755 })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("a", "../..", "/etc/passwd", "\xff", "x y").map((link) => ({ link })),
  },
  { weight: 1, arbitrary: fc.constant({ empty: true } as const) },
);

// Leaves out what would lie below a file or in place of a directory.
const tree: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }), entry), {
    maxLength: 12,
  })
  .map((pairs) => {
    const made: Record<string, TreeEntry> = {};
    for (const [parts, value] of pairs) {
      const path = parts.join("/");
      const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
      const isTaken = Object.keys(made).some((other) => other === path || other.startsWith(`${path}/`));
      if (!isTaken && !above.some((parent) => parent in made)) made[path] = value;
    }
    return made;
  });

/** Files and links with their content and executable bit. Empty directories are in no patch. */
function filesOf(root: string): unknown[] {
  return readManifest(root)
    .entries.filter(({ type }) => type !== "directory")
    .map(({ rawPath, type, mode, sha256 }) => [
      rawPath,
      type,
      type === "file" && (mode & 0o100) !== 0,
      sha256,
    ]);
}

/** Whether a path leads through a link that leads to itself. Plain git cannot put a directory in the place of such a link. */
function isBelowLoop(source: string, path: string): boolean {
  try {
    lstatSync(Buffer.from(`${source}/${path}`, "latin1"));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ELOOP";
  }
}

it("W23 makes the tree after the run of the tree before it, with plain git and with applyChanges", async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, async (before, after) => {
      const directory = mkdtempSync(join(tmpdir(), "abp-apply-"));
      try {
        const made = await saveTrees(directory, before, after);
        expect(made.saved.complete).toBe(true);
        const expected = filesOf(made.stage);
        const target = join(directory, "target");
        execFileSync("cp", ["-a", made.source, target]);
        const request = { directory: made.run, target, signal: new AbortController().signal };
        await applyChanges({ ...request, checkOnly: true });
        expect(filesOf(target)).toEqual(filesOf(made.source));
        await applyChanges(request);
        expect(filesOf(target)).toEqual(expected);
        expect((await applyChanges(request)).alreadyApplied).toBe(true);
        if (!Object.keys(after).some((path) => isBelowLoop(made.source, path)))
          expect(filesOf(gitApply(directory, made))).toEqual(expected);
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    }),
    // A link to itself becomes a directory.
    { numRuns: faultSize(10, 25), examples: [[{ a: { link: "a" } }, { "a/a": Buffer.from("x") }]] },
  );
});
