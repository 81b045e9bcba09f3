import { homedir } from "node:os";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { processHost } from "./host.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
type Stream = PassThrough & { isTTY?: boolean; columns?: number };

let before: ReadonlyMap<string, readonly unknown[]>;
let streams: Record<"stdin" | "stdout" | "stderr", Stream>;
let exitCode: typeof process.exitCode;

beforeEach(() => {
  exitCode = process.exitCode;
  before = new Map(SIGNALS.map((name): [string, readonly unknown[]] => [name, process.listeners(name)]));
  streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  for (const name of ["stdin", "stdout", "stderr"] as const)
    vi.spyOn(process, name, "get").mockImplementation(() => streams[name] as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = exitCode;
  for (const name of SIGNALS)
    for (const listener of process.listeners(name))
      if (!before.get(name)!.includes(listener)) process.removeListener(name, listener as () => void);
});

describe("the host of a process", () => {
  it("has its place, its variables, its time and its randomness", () => {
    const host = processHost();
    expect([host.env, host.cwd, host.home]).toEqual([process.env, process.cwd(), homedir()]);
    expect(Math.abs(host.now().getTime() - Date.now())).toBeLessThan(60_000);
    expect([host.random(5).length, host.signal.aborted]).toEqual([5, false]);
  });

  it("writes to the streams and reads standard input", async () => {
    const host = processHost();
    host.writeOut("o");
    host.writeError("e");
    expect([String(streams.stdout.read()), String(streams.stderr.read())]).toEqual(["o", "e"]);
    expect(host.drained()).toBeUndefined();
    streams.stdin.write("a");
    streams.stdin.end("b");
    expect(Buffer.from(await host.readStdin()).toString("utf8")).toBe("ab");
  });

  it.each([
    [true, false, { out: true, error: false }, undefined],
    [false, true, { out: false, error: true }, 80],
    [false, true, { out: false, error: true }, 33],
    [false, false, { out: false, error: false }, undefined],
  ])(
    "with terminals behind output: %s and error: %s has %j and %s columns",
    (out, error, isTerminal, columns) => {
      streams.stdout.isTTY = out;
      streams.stderr.isTTY = error;
      streams.stderr.columns = columns === 80 ? 0 : (columns ?? 44);
      const host = processHost();
      expect([host.isTerminal, host.columns()]).toEqual([isTerminal, columns]);
    },
  );

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])("with terminals behind input: %s and error: %s can ask: %s", (input, error, canAsk) => {
    streams.stdin.isTTY = input;
    streams.stderr.isTTY = error;
    expect(processHost().ask !== undefined).toBe(canAsk);
  });

  it("asks until its own signal or that of the question aborts", async () => {
    streams.stdin.isTTY = true;
    streams.stderr.isTTY = true;
    const controller = new AbortController();
    const { ask } = processHost(controller);
    await expect(ask!("Really? ", AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
    controller.abort("SIGINT");
    await expect(ask!("Really? ")).rejects.toMatchObject({ name: "AbortError" });
    await expect(ask!("Really? ", new AbortController().signal)).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("ends when the reader of its output does", () => {
    const { signal } = processHost();
    streams.stdout.emit("error", Object.assign(new Error("closed"), { code: "EPIPE" }));
    expect([signal.reason, process.exitCode]).toEqual(["SIGPIPE", 141]);
  });

  it("hears signals, and passes hangups and later ones to listeners", () => {
    const controller = new AbortController();
    const host = processHost(controller);
    const heard: string[] = [];
    const stop = host.onRepeatedSignal((name) => heard.push(name));
    const hear = process.listeners("SIGINT").at(-1) as (name: string) => void;
    hear("SIGINT");
    expect([host.signal.reason, heard]).toEqual(["SIGINT", []]);
    hear("SIGINT");
    stop();
    hear("SIGTERM");
    expect(heard).toEqual(["SIGINT"]);
    expect(host.onHangup(() => undefined)).toBeTypeOf("function");
  });
});
