import { describe, expect, it, vi } from "vitest";
import type { Hierarchy } from "./hierarchy.ts";
import { leftoverGroups } from "./leftover-groups.ts";

/** The names below each directory. A name that ends with a slash is a directory. */
const files = vi.hoisted(() => ({ below: new Map<string, readonly string[]>() }));

vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  readdirSync: (path: string) => {
    const names = files.below.get(path);
    if (names === undefined) throw new Error("gone");
    return names.map((name) => ({ name: name.replace("/", ""), isDirectory: () => name.endsWith("/") }));
  },
}));

const at = (mountPoint: string): Hierarchy => ({
  version: 1,
  controllers: [],
  mountPoint,
  own: "/elsewhere",
});

function find(
  marks: readonly string[],
  mountPoints: readonly string[],
  below: Record<string, readonly string[]>,
) {
  files.below = new Map(Object.entries(below));
  return leftoverGroups(marks, mountPoints.map(at)).joinFiles.map((file) =>
    file.replace("/cgroup.procs", ""),
  );
}

describe("leftoverGroups", () => {
  it("finds the groups of the marks anywhere in every tree", () => {
    const found = find(["m", "n"], ["/a", "/b", "/a"], {
      "/a": ["abp-m.1.1/", "x/", "abp-other.1.1/"],
      "/a/x": ["abp-n.2.1/", "abp-mm.1.1/", "zabp-m.1/"],
      "/a/abp-m.1.1": ["abp-m.1.2/"],
      "/b": ["y/", "abp-m.3.3/"],
    });
    expect(found).toEqual(["/a/abp-m.1.1", "/a/x/abp-n.2.1", "/b/abp-m.3.3"]);
  });

  it("takes directories only, and groups that nobody can list for empty", () => {
    expect(find(["m"], ["/a", "/gone"], { "/a": ["abp-m.1.1", "abp-m.1.2/"] })).toEqual(["/a/abp-m.1.2"]);
    expect(find([], ["/a"], { "/a": ["abp-m.1.1/"] })).toEqual([]);
  });

  it("looks at eight levels", () => {
    const below = (depth: number) => {
      const path = Array.from({ length: depth }, () => "d");
      const tree: Record<string, string[]> = {};
      for (let level = 0; level < depth; level += 1) tree[["/a", ...path.slice(0, level)].join("/")] = ["d/"];
      tree[["/a", ...path].join("/")] = ["abp-m.1.1/"];
      return tree;
    };
    expect(find(["m"], ["/a"], below(7))).toEqual(["/a/d/d/d/d/d/d/d/abp-m.1.1"]);
    expect(find(["m"], ["/a"], below(8))).toEqual([]);
  });

  it("looks at ten thousand directories", () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `d${index}/`);
    const found = find(["m"], ["/a"], {
      "/a": names,
      "/a/d0": ["abp-m.1.1/"],
      "/a/d9998": ["abp-m.1.2/"],
      "/a/d9999": ["abp-m.1.3/"],
    });
    expect(found).toEqual(["/a/d0/abp-m.1.1", "/a/d9998/abp-m.1.2"]);
  });
});
