import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import { TreeError } from "../walk/tree-fault.ts";
import type { PlannedDirectory } from "../walk/tree-plan.ts";
import { BATCH_ENTRIES } from "./scan-batches.ts";
import type { ScanAnswer, ScanCommand, ScanThreadData } from "./scan-messages.ts";
import { ScanThreads } from "./scan-threads.ts";

const machine = vi.hoisted(() => ({ processors: 8 }));
vi.mock("node:os", () => ({ availableParallelism: () => machine.processors }));
vi.mock("node:worker_threads", () => ({
  get Worker() {
    return FakeThread;
  },
}));

let threads: FakeThread[] = [];
let answer: (command: ScanCommand, thread: FakeThread) => ScanAnswer | undefined;

/** A thread that answers in a later turn. */
class FakeThread extends EventEmitter {
  readonly commands: ScanCommand[] = [];
  readonly url: URL;
  readonly options: { workerData: ScanThreadData; execArgv: string[]; name: string } | undefined;
  isEnded = false;
  constructor(url: URL, options?: FakeThread["options"]) {
    super();
    this.url = url;
    this.options = options;
    threads.push(this);
  }
  postMessage(command: ScanCommand): void {
    this.commands.push(command);
    const reply = answer(command, this);
    if (reply !== undefined) setImmediate(() => this.emit("message", reply));
  }
  async terminate(): Promise<void> {
    await Promise.resolve();
    this.isEnded = true;
  }
}

const entry = (rawPath: string): ManifestEntry => ({
  rawPath,
  type: "file",
  mode: 0o644,
  size: 1,
  sha256: "",
});
const planned = (rawPath: string, files = BATCH_ENTRIES): PlannedDirectory => ({
  rawPath,
  mode: 0o755,
  stamp: { dev: 1, ino: 2, size: 3, modifiedMs: 4, changedMs: 5 },
  isForeign: false,
  files: Array.from({ length: files }, (_, index) => `f${index}`),
  links: [],
});
const many = (count: number) => Array.from({ length: count }, (_, index) => planned(`d${index}`));
const scanAll = (command: ScanCommand): ScanAnswer =>
  command.kind === "check"
    ? { kind: "checked", isChanged: false }
    : {
        kind: "scanned",
        result: {
          entries: command.directories.map(({ rawPath }) => entry(rawPath)),
          unreadable: command.directories.map(({ rawPath }) => `${rawPath}/closed`),
          vanished: command.directories.map(({ rawPath }) => entry(`${rawPath}/gone`)),
          foreignCount: command.directories.length,
        },
      };

let ending: AbortController;
const source = { prefix: "/source" } as Directory;
const open = (target?: Directory) => new ScanThreads({ source, target, maxBytes: 77, signal: ending.signal });
const listeners = (thread: FakeThread) =>
  ["message", "error", "exit"].map((name) => thread.listenerCount(name));

beforeEach(() => {
  threads = [];
  machine.processors = 8;
  answer = scanAll;
  ending = new AbortController();
});

describe("scan threads", () => {
  it("start with one thread, which gets the paths of the open directories and the limit", () => {
    open({ prefix: "/target" } as Directory);
    expect(threads).toHaveLength(1);
    expect(threads[0]!.url.pathname).toMatch(/\/scan\/scan-thread\.ts$/);
    const { workerData, execArgv, name } = threads[0]!.options!;
    expect(workerData).toMatchObject({
      source: "/source",
      target: "/target",
      maxBytes: 77,
      umask: process.umask(),
    });
    expect(workerData.byteCount.byteLength).toBe(8);
    expect([execArgv, name]).toEqual([[], "workspace scan"]);
    open();
    expect(threads[1]!.options!.workerData.target).toBeUndefined();
  });

  it.each([
    [0, 8, 1],
    [1, 8, 1],
    [3, 8, 1],
    [4, 8, 2],
    [6, 8, 2],
    [7, 8, 3],
    [40, 8, 4],
    [40, 3, 3],
    [40, 1, 1],
  ])(
    "scan %i batches on a machine with %i processors with %i threads",
    async (batches, processors, count) => {
      machine.processors = processors;
      const scan = open();
      await scan.scan(many(batches));
      expect(threads).toHaveLength(count);
      expect(threads.flatMap(({ commands }) => commands)).toHaveLength(batches);
      expect(new Set(threads.map(({ options }) => options!.workerData.byteCount)).size).toBe(1);
    },
  );

  it("give the result of all batches", async () => {
    const scan = open();
    const result = await scan.scan(many(9));
    const names = many(9).map(({ rawPath }) => rawPath);
    expect(result.entries.map(({ rawPath }) => rawPath).toSorted()).toEqual(names);
    expect(result.unreadable.toSorted()).toEqual(names.map((name) => `${name}/closed`));
    expect(result.vanished.map(({ rawPath }) => rawPath).toSorted()).toEqual(
      names.map((name) => `${name}/gone`),
    );
    expect(result.foreignCount).toBe(9);
    expect(threads.map(listeners)).toEqual(threads.map(() => [0, 1, 0]));
  });

  it("take an answer of another kind for no result", async () => {
    answer = () => ({ kind: "checked", isChanged: true });
    expect(await open().scan(many(1))).toEqual({
      entries: [],
      unreadable: [],
      vanished: [],
      foreignCount: 0,
    });
  });

  it("check with every thread", async () => {
    const scan = open();
    await scan.scan(many(6));
    for (const thread of threads) thread.commands.length = 0;
    await scan.check();
    expect(threads.map(({ commands }) => commands)).toEqual([[{ kind: "check" }], [{ kind: "check" }]]);
  });

  it("say that something changed where one of them does", async () => {
    const scan = open();
    await scan.scan(many(6));
    expect(await scan.check()).toEqual({ isChanged: false, kept: [] });
    answer = (_, thread) => ({ kind: "checked", isChanged: thread === threads[1] });
    expect(await scan.check()).toEqual({ isChanged: true, kept: [] });
  });

  it("wait for the end of every thread when they are closed", async () => {
    const scan = open();
    await scan.scan(many(6));
    await scan.close();
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });

  it("throw the fault that a thread answers with", async () => {
    const fault = { kind: "changed", rawPath: "a", reason: "modified" } as const;
    answer = () => ({ kind: "fault", fault });
    const scanned = open().scan(many(1));
    await expect(scanned).rejects.toBeInstanceOf(TreeError);
    await expect(scanned).rejects.toMatchObject({ fault });
    expect(listeners(threads[0]!)).toEqual([0, 1, 0]);
  });
});

describe("a scan thread that fails", () => {
  const broken = new Error("broken");

  it("while it works rejects with its error", async () => {
    answer = (_, thread) => void setImmediate(() => thread.emit("error", broken));
    await expect(open().scan(many(1))).rejects.toBe(broken);
    expect(listeners(threads[0]!)).toEqual([0, 1, 0]);
  });

  it("between two commands rejects the next one, and gets no command any more", async () => {
    const scan = open();
    threads[0]!.emit("error", broken);
    await expect(scan.check()).rejects.toBe(broken);
    expect(threads[0]!.commands).toEqual([]);
    expect(listeners(threads[0]!)).toEqual([0, 1, 0]);
  });

  it("and ends without an error rejects with a text", async () => {
    answer = (_, thread) => void setImmediate(() => thread.emit("exit", 1));
    await expect(open().check()).rejects.toThrow("the scan thread ended");
    expect(listeners(threads[0]!)).toEqual([0, 1, 0]);
  });
});

describe("an aborted signal", () => {
  it("rejects a running command with its reason, and removes every listener", async () => {
    answer = () => undefined;
    const removed = vi.spyOn(ending.signal, "removeEventListener");
    const checked = open().check();
    ending.abort("stop");
    await expect(checked).rejects.toBe("stop");
    expect(listeners(threads[0]!)).toEqual([0, 1, 0]);
    expect(removed).toHaveBeenCalledTimes(1);
    expect(removed.mock.calls[0]![0]).toBe("abort");
  });

  it("rejects the next command before it is sent", async () => {
    const scan = open();
    ending.abort("stop");
    await expect(scan.scan(many(1))).rejects.toBe("stop");
    expect(threads[0]!.commands).toEqual([]);
  });

  it("is not listened to any more once the answer is there", async () => {
    const added = vi.spyOn(ending.signal, "addEventListener");
    const removed = vi.spyOn(ending.signal, "removeEventListener");
    await open().check();
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed.mock.calls).toEqual([added.mock.calls[0]!.slice(0, 2)]);
  });
});
