import { describe, expect, it } from "vitest";
import type { PlannedDirectory } from "../walk/tree-plan.ts";
import { BATCH_ENTRIES, divide } from "./scan-batches.ts";

const names = (count: number, prefix = "f") =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const directory = (files: number, links = 0): PlannedDirectory => ({
  rawPath: `d${files}`,
  mode: 0o755,
  stamp: { dev: 1, ino: 2, size: 3, modifiedMs: 4, changedMs: 5 },
  isForeign: false,
  files: names(files),
  links: names(links, "l"),
});
const sizes = (...directories: PlannedDirectory[]) =>
  [...divide(directories)].map((batch) => batch.map(({ files, links }) => files.length + links.length));

describe("batches", () => {
  it("there is none if there is nothing", () => {
    expect(sizes()).toEqual([]);
  });

  it("end with the directory that fills them; a directory counts as an entry itself", () => {
    expect(sizes(directory(198), directory(200), directory(1))).toEqual([[198, 200], [1]]);
    expect(sizes(directory(198), directory(199), directory(1))).toEqual([[198, 199, 1]]);
    expect(sizes(directory(100, 299), directory(1))).toEqual([[399], [1]]);
    expect(sizes(directory(100, 298), directory(0), directory(1))).toEqual([[398, 0], [1]]);
  });

  it("keep directories without entries, because a copy needs them", () => {
    expect(sizes(directory(0), directory(0))).toEqual([[0, 0]]);
  });

  it("take a directory as it is up to the size of a batch", () => {
    const full = directory(BATCH_ENTRIES, BATCH_ENTRIES);
    expect([...divide([full])][0]![0]).toBe(full);
  });

  it.each([
    [401, 0],
    [0, 401],
    [1000, 500],
    [300, 1201],
  ])("divide %i files and %i links without loss or repetition", (files, links) => {
    const large = directory(files, links);
    const parts = [...divide([large])].flat();
    expect(parts.length).toBe(Math.ceil(Math.max(files, links) / BATCH_ENTRIES));
    expect(parts.flatMap((part) => part.files)).toEqual(large.files);
    expect(parts.flatMap((part) => part.links)).toEqual(large.links);
    for (const part of parts)
      expect(part).toMatchObject({ rawPath: large.rawPath, mode: 0o755, stamp: large.stamp });
  });
});
