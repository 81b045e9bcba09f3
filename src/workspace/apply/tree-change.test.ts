import { expect, it } from "vitest";
import { parseRawDiff, withLostBases } from "./tree-change.ts";

const [a, b, none] = ["a".repeat(40), "b".repeat(40), "0".repeat(40)];
const parse = (text: string) => parseRawDiff(Buffer.from(text, "latin1"));

it("reads both sides of each path, sorted by path", () => {
  expect(
    parse(
      `:100644 100755 ${a} ${b} M\0z \xff\n\0:000000 120000 ${none} ${b} A\0new\0:100755 000000 ${a} ${none} D\0d/old\0:120000 100644 ${a} ${b} T\0m\0`,
    ),
  ).toEqual([
    { rawPath: "d/old", before: { type: "file", executable: true, oid: a } },
    {
      rawPath: "m",
      before: { type: "symlink", executable: false, oid: a },
      after: { type: "file", executable: false, oid: b },
    },
    { rawPath: "new", after: { type: "symlink", executable: false, oid: b } },
    {
      rawPath: "z \xff\n",
      before: { type: "file", executable: false, oid: a },
      after: { type: "file", executable: true, oid: b },
    },
  ]);
});

it("reads nothing from nothing", () => {
  expect(parse("")).toEqual([]);
});

it("leaves a side out if the path does not exist", () => {
  const [added, deleted] = parse(`:000000 100644 ${none} ${b} A\0a\0:100644 000000 ${a} ${none} D\0b\0`);
  expect(Object.keys(added!)).toEqual(["rawPath", "after"]);
  expect(Object.keys(deleted!)).toEqual(["rawPath", "before"]);
});

it("refuses an entry that is neither a file nor a link", () => {
  expect(() => parse(`:000000 160000 ${none} ${b} A\0sub\0`)).toThrow(
    expect.objectContaining({
      code: "execution_workspace_error",
      message: "the saved changes hold an entry of mode 160000",
    }),
  );
});

it("adds what is known of contents that are not saved, also for files that are in neither tree", () => {
  const after = { type: "file", executable: false, oid: a } as const;
  const lost = (rawPath: string) => ({ rawPath, type: "file", executable: false, sha256: "s" }) as const;
  const changes = [
    { rawPath: "b", after },
    { rawPath: "d", after },
  ];
  expect(withLostBases(changes, [])).toBe(changes);
  expect(withLostBases(changes, [lost("c"), lost("b")])).toEqual([
    { rawPath: "b", after, lostBase: lost("b") },
    { rawPath: "c", lostBase: lost("c") },
    { rawPath: "d", after },
  ]);
});
