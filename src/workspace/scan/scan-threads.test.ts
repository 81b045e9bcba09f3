import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { until } from "../../../test/eventually.ts";
import type { ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import type { PlannedDirectory } from "../walk/tree-plan.ts";
import { BATCH_ENTRIES } from "./scan-batches.ts";
import { type ScanAnswer, type ScanCommand, type ScannedRoots, toEntryColumns } from "./scan-messages.ts";

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
  readonly options: { execArgv: string[]; name: string } | undefined;
  isEnded = false;
  isHeld = true;
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
  ref(): void {
    this.isHeld = true;
  }
  unref(): void {
    this.isHeld = false;
  }
  /** The trees that it opened. */
  get roots(): readonly ScannedRoots[] {
    return this.commands.flatMap((command) => (command.kind === "open" ? [command.roots] : []));
  }
  /** All commands besides those that open and close a tree. */
  get work(): readonly ScanCommand[] {
    return this.commands.filter(({ kind }) => kind === "scan" || kind === "check");
  }
}

const entry = (rawPath: string): ManifestEntry => ({
  rawPath,
  type: "file",
  mode: 0o644,
  size: 1,
  sha256: "0".repeat(64),
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
const scanAll = (command: ScanCommand): ScanAnswer => {
  if (command.kind === "open") return { kind: "opened" };
  if (command.kind === "close") return { kind: "closed" };
  if (command.kind === "check") return { kind: "checked", isChanged: false };
  return {
    kind: "scanned",
    result: {
      entries: toEntryColumns(command.directories.map(({ rawPath }) => entry(rawPath))),
      unreadable: command.directories.map(({ rawPath }) => `${rawPath}/closed`),
      vanished: command.directories.map(({ rawPath }) => entry(`${rawPath}/gone`)),
      foreignCount: command.directories.length,
    },
  };
};
/** Opens and closes trees, and answers all else otherwise. */
const answerWork =
  (work: (command: ScanCommand, thread: FakeThread) => ScanAnswer | undefined) =>
  (command: ScanCommand, thread: FakeThread) =>
    command.kind === "open" || command.kind === "close" ? scanAll(command) : work(command, thread);

let ending: AbortController;
const source = { prefix: "/source" } as Directory;
let ScanThreads: typeof import("./scan-threads.ts").ScanThreads;
const open = (target?: Directory) => new ScanThreads({ source, target, maxBytes: 77, signal: ending.signal });
const listeners = (thread: FakeThread) =>
  ["message", "error", "exit"].map((name) => thread.listenerCount(name));
/** Those that a thread has as long as it lives. */
const OWN = [0, 1, 1];

beforeEach(async () => {
  // No thread waits for a tree from another test.
  vi.resetModules();
  ({ ScanThreads } = await import("./scan-threads.ts"));
  threads = [];
  machine.processors = 8;
  answer = scanAll;
  ending = new AbortController();
});

describe("scan threads", () => {
  it("start with one thread, which gets the paths of the open directories and the limit", () => {
    open({ prefix: "/target" } as Directory);
    expect(threads).toHaveLength(1);
    expect(threads[0]!.url.pathname).toMatch(/\/scan\/scan-thread\.[jt]s$/);
    const { execArgv, name } = threads[0]!.options!;
    const [roots] = threads[0]!.roots;
    expect(roots).toMatchObject({
      source: "/source",
      target: "/target",
      maxBytes: 77,
      umask: process.umask(),
    });
    expect(roots!.byteCount.byteLength).toBe(8);
    expect([execArgv, name]).toEqual([[], "workspace scan"]);
    open();
    expect(threads[1]!.roots[0]!.target).toBeUndefined();
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
      expect(threads.flatMap(({ work }) => work)).toHaveLength(batches);
      expect(new Set(threads.map(({ roots }) => roots[0]!.byteCount)).size).toBe(1);
    },
  );

  it("give the results of all batches in the order of the directories", async () => {
    const scan = open();
    const result = await scan.scan(many(9));
    const names = many(9).map(({ rawPath }) => rawPath);
    expect(result.entries).toEqual(names.map(entry));
    expect(result.unreadable).toEqual(names.map((name) => `${name}/closed`));
    expect(result.vanished.map(({ rawPath }) => rawPath)).toEqual(names.map((name) => `${name}/gone`));
    expect(result.foreignCount).toBe(9);
    expect(threads.map(listeners)).toEqual(threads.map(() => OWN));
  });

  it("take an answer of another kind for no result", async () => {
    answer = answerWork(() => ({ kind: "checked", isChanged: true }));
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
    expect(threads.map(({ work }) => work)).toEqual([[{ kind: "check" }], [{ kind: "check" }]]);
  });

  it("say that something changed if one of them does", async () => {
    const scan = open();
    await scan.scan(many(6));
    expect(await scan.check()).toEqual({ isChanged: false, kept: [] });
    answer = answerWork((_, thread) => ({ kind: "checked", isChanged: thread === threads[1] }));
    expect(await scan.check()).toEqual({ isChanged: true, kept: [] });
  });

  it("throw the fault that a thread answers with", async () => {
    const fault = { kind: "changed", rawPath: "a", reason: "modified" } as const;
    answer = answerWork(() => ({ kind: "fault", fault }));
    const scanned = open().scan(many(1));
    await expect(scanned).rejects.toMatchObject({ name: "TreeError", fault });
    expect(listeners(threads[0]!)).toEqual(OWN);
  });

  it("throw the fault of a thread that cannot open the tree", async () => {
    const fault = { kind: "failed", rawPath: "", reason: "EMFILE" } as const;
    answer = (command) => (command.kind === "open" ? { kind: "fault", fault } : scanAll(command));
    const scan = open();
    await expect(scan.scan(many(1))).rejects.toMatchObject({ fault });
    await expect(scan.check()).rejects.toMatchObject({ fault });
    expect(threads[0]!.work).toEqual([]);
    await scan.close();
    expect(threads[0]!.isHeld).toBe(false);
  });
});

describe("a scan thread that fails", () => {
  const broken = new Error("broken");

  it("while it works rejects with its error", async () => {
    answer = answerWork((_, thread) => void setImmediate(() => thread.emit("error", broken)));
    await expect(open().scan(many(1))).rejects.toBe(broken);
    expect(listeners(threads[0]!)).toEqual(OWN);
  });

  it("between two commands rejects the next one, and gets no command any more", async () => {
    const scan = open();
    threads[0]!.emit("error", broken);
    await expect(scan.check()).rejects.toBe(broken);
    expect(threads[0]!.work).toEqual([]);
    expect(listeners(threads[0]!)).toEqual(OWN);
  });

  it("and ends without an error rejects with a text", async () => {
    answer = answerWork((_, thread) => void setImmediate(() => thread.emit("exit", 1)));
    await expect(open().check()).rejects.toThrow("the scan thread ended");
    expect(listeners(threads[0]!)).toEqual(OWN);
  });

  it("ends with its tree, and no other tree gets it", async () => {
    const scan = open();
    await scan.scan(many(1));
    threads[0]!.emit("error", broken);
    await scan.close();
    expect(threads[0]!.isEnded).toBe(true);
    await open().scan(many(1));
    expect(threads).toHaveLength(2);
  });

  it("while it waits for a tree is replaced", async () => {
    const scan = open();
    await scan.scan(many(1));
    await scan.close();
    threads[0]!.emit("exit", 1);
    await open().scan(many(1));
    expect(threads[0]!.roots).toHaveLength(1);
    expect(threads[1]!.roots).toHaveLength(1);
  });
});

describe("an aborted signal", () => {
  it("rejects a running command with its reason, and removes every listener", async () => {
    answer = answerWork(() => undefined);
    const removed = vi.spyOn(ending.signal, "removeEventListener");
    const scan = open();
    await scan.scan([]);
    const checked = scan.check();
    await until(() => threads[0]!.work.length === 1);
    removed.mockClear();
    ending.abort("stop");
    await expect(checked).rejects.toBe("stop");
    expect(listeners(threads[0]!)).toEqual(OWN);
    expect(removed).toHaveBeenCalledTimes(1);
    expect(removed.mock.calls[0]![0]).toBe("abort");
    // It may still read the tree.
    await scan.close();
    expect(threads[0]!.isEnded).toBe(true);
  });

  it("while the tree is opened ends the thread", async () => {
    answer = () => undefined;
    const scan = open();
    ending.abort("stop");
    await expect(scan.check()).rejects.toBe("stop");
    await scan.close();
    expect(threads[0]!.isEnded).toBe(true);
  });

  it("rejects the next command before it is sent", async () => {
    const scan = open();
    ending.abort("stop");
    await expect(scan.scan(many(1))).rejects.toBe("stop");
    expect(threads[0]!.work).toEqual([]);
  });

  it("is not listened to any more once the answer is there", async () => {
    const added = vi.spyOn(ending.signal, "addEventListener");
    const removed = vi.spyOn(ending.signal, "removeEventListener");
    await open().check();
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed.mock.calls).toEqual(added.mock.calls.map((call) => call.slice(0, 2)));
  });
});

describe("a thread without a tree", () => {
  const scanOnce = async (batches: number) => {
    const scan = open();
    await scan.scan(many(batches));
    await scan.close();
  };
  afterEach(() => vi.useRealTimers());

  it("waits for the next tree, and the process does not wait for it", async () => {
    await scanOnce(6);
    expect(threads.map(({ isEnded, isHeld }) => [isEnded, isHeld])).toEqual([
      [false, false],
      [false, false],
    ]);
    const scan = open();
    await scan.scan(many(6));
    expect(threads.map(({ isHeld, roots }) => [isHeld, roots.length])).toEqual([
      [true, 2],
      [true, 2],
    ]);
    // Two trees at the same time have no thread in common.
    await scanOnce(6);
    expect(threads).toHaveLength(4);
    expect(threads[0]!.commands.at(-1)!.kind).not.toBe("close");
  });

  it("ends if no tree needs it for half a minute", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await scanOnce(6);
    await vi.advanceTimersByTimeAsync(29_000);
    await scanOnce(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(threads.map(({ isEnded }) => isEnded).toSorted()).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(28_000);
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  });

  it("ends at once if four others wait already", async () => {
    const scans = [open(), open()];
    for (const scan of scans) await scan.scan(many(9));
    for (const scan of scans) await scan.close();
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([false, false, false, false, true, true]);
  });
});
