import { describe, expect, test } from "vitest";
import { absoluteComponents, canonicalPath, joinAbsolute, type PathPlace } from "./canonical-path.ts";

type Row = [path: string, text: string, absolute: string | undefined, ...facts: ("outside" | "directory")[]];

const places: readonly (readonly [string, PathPlace, readonly Row[]])[] = [
  [
    "in a workspace",
    { root: ["ws"], home: ["home", "me"] },
    [
      ["", "", "/ws"],
      ["a", "a", "/ws/a"],
      ["a/", "a", "/ws/a", "directory"],
      ["a/.", "a", "/ws/a", "directory"],
      ["a/..", "", "/ws", "directory"],
      ["a/../..", "/", "/", "outside", "directory"],
      ["/ws/", "", "/ws", "directory"],
      ["/wsx", "/wsx", "/wsx", "outside"],
      ["~", "/home/me", "/home/me", "outside"],
      ["~/a", "/home/me/a", "/home/me/a", "outside"],
      ["~x/..", "~x/..", undefined, "outside", "directory"],
      ["~1", "~1", "/ws/~1"],
      ["c:", "c:", "/ws/c:"],
      ["c:/ws/a", "C:/ws/a", "C:/ws/a", "outside"],
      ["C:/..", "C:", "C:", "outside", "directory"],
      ["/a/c:/..", "/a", "/a", "outside", "directory"],
      ["/proc/1/root/a", "/a", "/a", "outside"],
      ["/proc/self/cwd/a", "a", "/ws/a"],
      ["/proc/1/cwd/a", "/proc/1/cwd/a", "/proc/1/cwd/a", "outside"],
      ["/proc/self/task/2/cwd", "", "/ws"],
      ["/proc/x/root", "/proc/x/root", "/proc/x/root", "outside"],
      ["/proc/self/x/cwd", "/proc/self/x/cwd", "/proc/self/x/cwd", "outside"],
      ["/proc/self/task/2/root/b", "/b", "/b", "outside"],
      ["/proc/self/task/2/x", "/proc/self/task/2/x", "/proc/self/task/2/x", "outside"],
      ["/proc/1/a/b/root", "/proc/1/a/b/root", "/proc/1/a/b/root", "outside"],
      ["/x/1/root/a", "/x/1/root/a", "/x/1/root/a", "outside"],
      ["/proc/1", "/proc/1", "/proc/1", "outside"],
      ["/proc", "/proc", "/proc", "outside"],
    ],
  ],
  [
    "without a workspace",
    { root: undefined, home: undefined },
    [
      ["a/", "a", undefined, "directory"],
      ["a/..", "", undefined, "directory"],
      ["a/b/..", "a", undefined, "directory"],
      ["..", "..", undefined, "outside", "directory"],
      ["../..", "../..", undefined, "outside", "directory"],
      ["../a/..", "..", undefined, "outside", "directory"],
      ["/x/../..", "/", "/", "directory"],
      ["/ws/a", "/ws/a", "/ws/a"],
      ["~/a", "~/a", undefined],
      ["~/..", "~/..", undefined, "outside", "directory"],
      ["~x/..", "", undefined, "directory"],
      ["c:/../x", "C:/x", "C:/x"],
      ["/proc/self/cwd/a", "a", undefined],
      ["/proc/self/cwd/a/..", "", undefined, "directory"],
      ["/proc/self/cwd/..", "..", undefined, "outside", "directory"],
      ["proc/self/root/a", "proc/self/root/a", undefined],
    ],
  ],
  [
    "without a workspace, with a home",
    { root: undefined, home: ["home", "me"] },
    [
      ["~/a", "/home/me/a", "/home/me/a"],
      ["~/../../..", "/", "/", "directory"],
      ["~/../../proc/self/cwd/a/b/..", "a", undefined, "directory"],
    ],
  ],
  [
    "in a workspace below a link of a process",
    { root: ["proc", "1", "root", "ws"], home: undefined },
    [["a", "a", "/proc/1/root/ws/a"]],
  ],
  [
    "in a workspace below a link of a thread",
    { root: ["proc", "1", "task", "2", "root", "ws"], home: undefined },
    [["a", "a", "/proc/1/task/2/root/ws/a"]],
  ],
  [
    "in a workspace on a drive",
    { root: ["C:", "ws"], home: undefined },
    [
      ["a", "a", "C:/ws/a"],
      ["c:/ws/a", "a", "C:/ws/a"],
      ["../..", "C:", "C:", "outside", "directory"],
      ["/ws/a", "/ws/a", "/ws/a", "outside"],
      ["~/a", "~/a", undefined, "outside"],
    ],
  ],
  [
    "in a workspace at the root of the file system",
    { root: [], home: [] },
    [
      ["", "", "/"],
      ["..", "", "/", "directory"],
      ["~/a", "a", "/a"],
      ["c:/ws", "C:/ws", "C:/ws"],
      ["proc/self/root", "", "/"],
    ],
  ],
];

describe.each(places)("a path %s", (_, place, rows) => {
  test.each(rows)("%j is %j, which is %j", (path, text, absolute, ...facts) => {
    expect(canonicalPath(path, place)).toEqual({
      text,
      absolute,
      outside: facts.includes("outside"),
      directory: facts.includes("directory"),
    });
  });
});

test.each<{ path: string; components: readonly string[] | undefined }>([
  { path: "a", components: undefined },
  { path: "C:", components: undefined },
  { path: "/", components: [] },
  { path: "/a//b/./../", components: ["a"] },
  { path: "\\a", components: ["a"] },
  { path: "c:\\a\\..\\b", components: ["C:", "b"] },
  { path: "c:/../x", components: ["C:", "x"] },
  { path: "/a/c:", components: ["a", "c:"] },
  { path: "/proc/self/cwd/a", components: ["a"] },
  { path: "/proc/self/cwd/a/..", components: [] },
])("the components of $path are $components", ({ path, components }) => {
  expect(absoluteComponents(path)).toEqual(components);
});

test.each([
  [[], "/"],
  [["a"], "/a"],
  [["C:"], "C:"],
  [["C:", "a"], "C:/a"],
  [["a", "C:"], "/a/C:"],
  [["CC:"], "/CC:"],
])("the absolute path of %j is %j", (components, path) => {
  expect(joinAbsolute(components)).toBe(path);
});
