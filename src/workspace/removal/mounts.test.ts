import { beforeEach, describe, expect, it, vi } from "vitest";
import { mountsBelow, parseMountPoints, unmountBelow } from "./mounts.ts";

const system = vi.hoisted(() => ({
  tables: [] as (string | Error)[],
  calls: [] as (readonly string[])[],
  fails: (_: readonly string[]): boolean => false,
  read: [] as unknown[][],
}));
vi.mock("node:fs/promises", () => ({
  readFile: async (...args: unknown[]) => {
    system.read.push(args);
    const table = system.tables.length > 1 ? system.tables.shift()! : system.tables[0]!;
    if (table instanceof Error) throw table;
    return table;
  },
}));
vi.mock("./tool.ts", () => ({
  runTool: async (command: string, args: readonly string[]) => {
    system.calls.push([command, ...args]);
    return { isDone: !system.fails(args), message: "" };
  },
}));

const table = (...points: string[]) =>
  points.map((point) => `44 27 0:39 / ${point} rw,nosuid - overlay overlay rw\n`).join("");

beforeEach(() => {
  system.tables = [""];
  system.calls = [];
  system.read = [];
  system.fails = () => false;
});

describe("mount points", () => {
  it("are read in their order, with octal escapes and every byte", () => {
    expect(parseMountPoints(table("/a\\040b\\134", "/c\\011", "/\xff"))).toEqual(["/a b\\", "/c\t", "/\xff"]);
    expect(parseMountPoints("short\n")).toEqual([""]);
    expect(parseMountPoints("")).toEqual([]);
  });

  it("below a path are the path itself and what lies in it, the last mounted first", async () => {
    system.tables = [table("/", "/s", "/s/a", "/s-2", "/s/a/b", "/other/s")];
    expect(await mountsBelow("/s")).toEqual(["/s/a/b", "/s/a", "/s"]);
    expect(system.read).toEqual([["/proc/self/mountinfo", "latin1"]]);
  });

  it("below a path that is not ASCII are found by its bytes", async () => {
    const raw = Buffer.from("/größe").toString("latin1");
    system.tables = [table(raw, `${raw}/x`)];
    expect(await mountsBelow("/größe")).toEqual([`${raw}/x`, raw]);
  });

  it("are none if the system has no list of them", async () => {
    system.tables = [new Error("ENOENT")];
    expect(await mountsBelow("/s")).toEqual([]);
  });
});

describe("unmounting", () => {
  it("W30 begins with the last mounted, and returns what is still there", async () => {
    const raw = Buffer.from("/s/ü").toString("latin1");
    system.tables = [table("/s", raw), table("/s")];
    expect(await unmountBelow("/s")).toEqual(["/s"]);
    expect(system.calls).toEqual([
      ["umount", "--", "/s/ü"],
      ["umount", "--", "/s"],
    ]);
  });

  it("W30 detaches a mount that is busy", async () => {
    system.tables = [table("/s"), ""];
    system.fails = (args) => args[0] !== "-l";
    expect(await unmountBelow("/s")).toEqual([]);
    expect(system.calls).toEqual([
      ["umount", "--", "/s"],
      ["umount", "-l", "--", "/s"],
    ]);
  });

  it("does nothing if nothing is mounted", async () => {
    expect(await unmountBelow("/s")).toEqual([]);
    expect(system.calls).toEqual([]);
  });
});
