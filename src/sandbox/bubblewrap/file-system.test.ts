import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FileSystemRequest, fileSystemMounts, workspaceFault } from "./file-system.ts";
import { type Mount, mountOptions } from "./mount.ts";

let root: string;
let work: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-mounts-")));
  work = directory("work");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function directory(name: string): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function file(path: string): string {
  writeFileSync(path, "");
  return path;
}

const mountsOf = (more: Partial<FileSystemRequest> = {}): Mount[] =>
  fileSystemMounts({
    workspaceRoot: work,
    programPaths: [],
    readOnly: [],
    writable: [],
    hidden: [],
    ...more,
  });

/** The mounts of the test's own paths, in their order. */
function own(more: Partial<FileSystemRequest>): string[] {
  return mountsOf(more).flatMap((mount) => {
    const path = "target" in mount ? mount.target : mount.path;
    if (!path.startsWith(root)) return [];
    const note = mount.kind === "hidden" && !mount.isDirectory ? "hidden file" : mount.kind;
    return [`${note} ${path.slice(root.length + 1)}`];
  });
}

describe("the file system inside", () => {
  it("shows a workspace that is named read-only for reading only, under both of its names", () => {
    expect(own({ readOnly: [work] })).toEqual(["read-only work"]);
    symlinkSync(work, join(root, "link"));
    const linked = own({ workspaceRoot: join(root, "link"), readOnly: [join(root, "link")] });
    expect(linked).toEqual(["read-only work", "read-only link"]);
  });

  it("has further writable directories in an order that hides what lies around them", () => {
    const home = directory("homes/run");
    directory("homes/other");
    const writable = [home, join(root, "missing")];
    expect(own({ writable })).toEqual(["read-write work", "read-write homes/run"]);
    expect(own({ writable, readOnly: [join(root, "homes")], hidden: [join(root, "homes/other")] })).toEqual([
      "read-only homes",
      "read-write work",
      "read-write homes/run",
      "hidden homes/other",
    ]);
    expect(own({ writable, readOnly: [root], hidden: [join(root, "homes")] })).toEqual([
      "read-only ",
      "memory homes",
      "read-write work",
      "read-write homes/run",
      "frozen homes",
    ]);
  });

  it("has the system read-only, a private home and a private temporary directory", () => {
    const mounts = mountsOf();
    expect(mounts).toContainEqual({ kind: "read-only", source: "/usr", target: "/usr" });
    expect(mounts).toContainEqual({ kind: "memory", path: "/tmp", bytes: 2 ** 30, mode: "1777" });
    expect(mounts).toContainEqual({ kind: "memory", path: "/home/agent", bytes: 2 ** 30, mode: "0700" });
    expect(mounts).toContainEqual({ kind: "link", path: "/var/tmp", to: "/tmp" });
    expect(mounts.filter(({ kind }) => kind === "read-write")).toEqual([
      { kind: "read-write", source: work, target: work },
    ]);
  });

  it("covers the parts of /proc that show the machine", () => {
    const names =
      "acpi kcore keys kmsg kpagecgroup kpagecount kpageflags sched_debug scsi slabinfo timer_list vmallocinfo";
    const here = names
      .split(" ")
      .map((name) => `/proc/${name}`)
      .filter((path) => existsSync(path));
    const covered = mountsOf().flatMap((mount) => (mount.kind === "hidden" ? [mount] : []));
    expect(covered.map(({ path }) => path)).toEqual(here);
    for (const { path, isDirectory } of covered) expect(isDirectory).toBe(lstatSync(path).isDirectory());
  });

  it("shows directories before what lies in them, each once, and only those that exist", () => {
    const [outer, inner] = [directory("a"), directory("a/bbbb")];
    const more = { programPaths: [inner, outer, join(root, "none")], readOnly: [outer, inner] };
    expect(own(more)).toEqual(["read-only a", "read-only a/bbbb", "read-write work"]);
  });

  it("shows nothing twice that the system or the workspace shows", () => {
    const mounts = mountsOf({
      programPaths: ["/usr/bin/env", "/bin/sh", "/lib", directory("work/bin"), work],
      readOnly: [work],
    });
    const count = (path: string) =>
      mounts.filter((mount) => ("target" in mount ? mount.target : mount.path) === path).length;
    expect(["/usr/bin/env", "/bin/sh", join(work, "bin"), work].map(count)).toEqual([0, 0, 0, 1]);
  });

  it("makes configured paths in the workspace read-only after it, without following links", () => {
    directory("work/.git/hooks");
    directory("secret");
    symlinkSync(join(root, "secret"), join(work, "link"));
    symlinkSync(".git", join(work, "own-link"));
    const names = [".git/hooks", ".git", "link", "own-link", "none"];
    expect(own({ readOnly: names.map((name) => join(work, name)) })).toEqual([
      "read-write work",
      "read-only work/.git",
      "read-only work/.git/hooks",
    ]);
  });

  it("shows a workspace behind a link by both names", () => {
    directory("work/.git");
    symlinkSync(work, join(root, "alias"));
    const alias = join(root, "alias");
    const mounts = mountsOf({ workspaceRoot: alias, readOnly: [join(alias, ".git"), join(work, ".git")] });
    expect(mounts.filter(({ kind }) => kind === "read-write")).toEqual([
      { kind: "read-write", source: work, target: work },
      { kind: "read-write", source: work, target: alias },
    ]);
    expect(own({ workspaceRoot: alias, readOnly: [join(alias, ".git"), join(work, ".git")] })).toEqual([
      "read-write work",
      "read-write alias",
      "read-only work/.git",
      "read-only alias/.git",
    ]);
  });
});

describe("hidden paths", () => {
  it("are covered if a shown directory or the workspace holds them, and left alone elsewhere", () => {
    const shown = directory("shown");
    const hidden = [
      directory("shown/keys"),
      file(join(shown, "key")),
      directory("work/state"),
      directory("far"),
    ];
    expect(own({ readOnly: [shown], hidden: [...hidden, join(shown, "none"), shown] })).toEqual([
      "read-only shown",
      "read-write work",
      "hidden shown/keys",
      "hidden file shown/key",
      "hidden work/state",
    ]);
  });

  it("are covered once, by the outermost", () => {
    const hidden = [directory("shown/state/keys"), join(root, "shown/state"), join(root, "shown/state")];
    expect(own({ programPaths: [join(root, "shown")], hidden })).toEqual([
      "read-only shown",
      "read-write work",
      "hidden shown/state",
    ]);
  });

  it("that hold the workspace become an empty directory around it", () => {
    const inner = directory("state/stages/one");
    const hidden = [directory("state"), directory("state/keys"), directory("state/stages/one/private")];
    expect(own({ workspaceRoot: inner, readOnly: [root], hidden })).toEqual([
      "read-only ",
      "memory state",
      "read-write state/stages/one",
      "frozen state",
      "hidden state/stages/one/private",
    ]);
    expect(mountsOf({ workspaceRoot: inner, readOnly: [root], hidden })).toContainEqual({
      kind: "memory",
      path: join(root, "state"),
      bytes: 4096,
      mode: "0755",
    });
  });

  it("do not make the workspace itself empty or read-only", () => {
    expect(own({ readOnly: [root], hidden: [work] })).toEqual(["read-only ", "read-write work"]);
  });

  it("are found behind links, on either side", () => {
    directory("real/keys");
    symlinkSync(join(root, "real"), join(root, "alias"));
    expect(own({ readOnly: [join(root, "real")], hidden: [join(root, "alias/keys")] })).toEqual([
      "read-only real",
      "read-write work",
      "hidden real/keys",
    ]);
    expect(own({ readOnly: [join(root, "alias")], hidden: [join(root, "real/keys")] })).toEqual([
      "read-only alias",
      "read-write work",
      "hidden alias/keys",
    ]);
  });

  it("are covered in the directories of the system too", () => {
    expect(mountsOf({ hidden: ["/usr/bin"] })).toContainEqual({
      kind: "hidden",
      path: "/usr/bin",
      isDirectory: true,
    });
  });
});

describe("a workspace", () => {
  it("may not overlap a directory of the system", () => {
    expect(workspaceFault(work)).toBeUndefined();
    for (const path of ["/usr", "/etc", "/proc", "/dev", "/run"])
      expect(workspaceFault(path)).toBe(`the workspace ${path} overlaps the system directory ${path}`);
    expect(workspaceFault("/usr/bin")).toContain("/usr/bin overlaps the system directory /usr");
    expect(workspaceFault("/")).toContain("the workspace / overlaps");
    symlinkSync("/etc", join(root, "etc"));
    expect(workspaceFault(join(root, "etc"))).toContain("/etc");
  });
});

describe("a mount", () => {
  it.each([
    [{ kind: "read-only", source: "/a", target: "/b" }, "--ro-bind /a /b"],
    [{ kind: "read-write", source: "/a", target: "/b" }, "--bind /a /b"],
    [{ kind: "link", path: "/a", to: "/b" }, "--symlink /b /a"],
    [{ kind: "memory", path: "/a", bytes: 5, mode: "0700" }, "--perms 0700 --size 5 --tmpfs /a"],
    [{ kind: "hidden", path: "/a", isDirectory: true }, "--size 4096 --tmpfs /a --remount-ro /a"],
    [{ kind: "hidden", path: "/a", isDirectory: false }, "--ro-bind /dev/null /a"],
    [{ kind: "frozen", path: "/a" }, "--remount-ro /a"],
  ] as const)("%j has its options", (mount, options) => {
    expect(mountOptions(mount).join(" ")).toBe(options);
  });
});
