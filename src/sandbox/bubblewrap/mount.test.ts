import { expect, it } from "vitest";
import { type Mount, mountOptions } from "./mount.ts";
import { isWithin } from "./path-order.ts";

it.each<[Mount, string]>([
  [{ kind: "read-only", source: "/s", target: "/t" }, "--ro-bind /s /t"],
  [{ kind: "read-write", source: "/s", target: "/t" }, "--bind /s /t"],
  [{ kind: "link", path: "/p", to: "/to" }, "--symlink /to /p"],
  [{ kind: "memory", path: "/p", bytes: 9, mode: "0755" }, "--perms 0755 --size 9 --tmpfs /p"],
  [{ kind: "hidden", path: "/p", isDirectory: true }, "--size 4096 --tmpfs /p --remount-ro /p"],
  [{ kind: "hidden", path: "/p", isDirectory: false }, "--ro-bind /dev/null /p"],
  [{ kind: "frozen", path: "/p" }, "--remount-ro /p"],
])("the mount %j has the options %s", (mount, options) => {
  expect(mountOptions(mount).join(" ")).toBe(options);
});

it.each([
  ["/a", "/a", true],
  ["/a/b", "/a", true],
  ["/ab", "/a", false],
  ["/a", "/a/b", false],
  ["/a", "/", true],
  ["/", "/", true],
])("the path %s lies within %s: %s", (path, directory, isInside) => {
  expect(isWithin(path, directory)).toBe(isInside);
});
