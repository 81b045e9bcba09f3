import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeProgram } from "../../fixtures/fake-program.ts";
import { type CheckSettings, defaultCheckSettings } from "../check-settings.ts";
import { mebibytes, Session } from "./session.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const turn = async () => {
  await new Promise((resolve) => setImmediate(resolve));
};

function open(settings: Partial<CheckSettings> = {}) {
  const program = new FakeProgram();
  const session = new Session(program, { ...defaultCheckSettings, ...settings }, (text) =>
    text.replaceAll("secret", "***"),
  );
  return { program, session };
}

/** Whether a promise is settled, and its value. */
function watch<T>(promise: Promise<T>) {
  const state: { isDone: boolean; value?: T } = { isDone: false };
  void promise.then((value) => {
    state.isDone = true;
    state.value = value;
  });
  return state;
}

const isPong = ({ frame }: { frame?: Readonly<Record<string, unknown>> }) => frame?.["t"] === "pong";

describe("the output of a session", () => {
  it("is kept as lines with their time, without blank ones, and given to the listener first", async () => {
    const { program, session } = open();
    const heard: unknown[] = [];
    session.onLine((line) => heard.push(line));
    vi.advanceTimersByTime(40);
    program.stdout.write('{"t":"hello"}\n\n{"t":"po');
    await turn();
    vi.advanceTimersByTime(2);
    program.stdout.write('ng"}\n');
    await turn();
    expect(session.lines).toEqual([
      { atMs: 40, frame: { t: "hello" } },
      { atMs: 42, frame: { t: "pong" } },
    ]);
    expect(heard).toEqual(session.lines);
    expect([session.elapsedMs, session.hasOutputEnded, session.fault]).toEqual([42, false, undefined]);
  });

  it("ends with a last line without a line feed", async () => {
    const { program, session } = open();
    program.stdout.end('{"t":"pong"}');
    await turn();
    expect([session.lines.length, session.hasOutputEnded]).toEqual([1, true]);
  });

  it("ends with an error of the stream", async () => {
    const { program, session } = open();
    const wait = watch(session.listen(1000));
    program.stdout.destroy(new Error("gone"));
    await turn();
    expect(session.hasOutputEnded).toBe(true);
    vi.advanceTimersByTime(500);
    await turn();
    expect(wait.isDone).toBe(true);
  });

  it("ends half a second after the process, if another process holds it open", async () => {
    const { program, session } = open();
    vi.spyOn(program.stdout, "end").mockReturnValue(program.stdout);
    program.end({ code: 3 });
    await turn();
    expect([session.exit?.code, session.hasOutputEnded]).toEqual([3, false]);
    vi.advanceTimersByTime(499);
    expect(session.hasOutputEnded).toBe(false);
    vi.advanceTimersByTime(1);
    expect(session.hasOutputEnded).toBe(true);
  });

  it.each<[string, Partial<CheckSettings>, Buffer, object]>([
    [
      "a long line",
      { maxLineBytes: 1024 * 1024 },
      Buffer.alloc(1024 * 1024 + 1, "x"),
      { check: "stdout.line_size", reason: "a line is longer than 1 MiB" },
    ],
    [
      "much output",
      { maxOutputBytes: 27 },
      Buffer.from('{"t":"pong"}\n{"t":"pong"}\n  '),
      { check: "stdout.volume", reason: "it wrote more than 0 MiB" },
    ],
    [
      "bytes that are no text",
      {},
      Buffer.from([0x61, 0xff, 0x0a]),
      { check: "stdout.utf8", reason: expect.stringMatching(/^a line is not UTF-8: "a?ÿ?"?/) },
    ],
  ])("is not read on after %s, and the process is ended", async (_, settings, bytes, fault) => {
    const { program, session } = open(settings);
    const wait = watch(session.waitFor(() => false, 10_000));
    program.stdout.write(bytes);
    await turn();
    expect([session.fault, session.hasOutputEnded, program.isEnded]).toEqual([fault, true, true]);
    expect(wait.isDone).toBe(true);
    const { length } = session.lines;
    session.onLine(() => expect.unreachable());
    session.fault = { ...session.fault!, reason: "first" };
    program.stdout.emit("data", bytes);
    expect([session.lines.length, session.fault?.reason]).toEqual([length, "first"]);
  });

  it("may be exactly as large as its limit", async () => {
    const { program, session } = open({ maxOutputBytes: 26 });
    program.stdout.write('{"t":"pong"}\n');
    program.stdout.write('{"t":"pong"}\n');
    await turn();
    expect([session.lines.length, session.fault, program.isEnded]).toEqual([2, undefined, false]);
  });

  it("keeps the last 2 KiB of standard error, without secrets", async () => {
    const { program, session } = open();
    program.stderr.write("a secret");
    await turn();
    expect([session.stderr.text(), session.stderr.totalBytes]).toEqual(["a ***", 8]);
    program.stderr.write(`${"x".repeat(5000)}\n${"y".repeat(1000)}`);
    program.stderr.destroy();
    await turn();
    expect(session.stderr.text().length).toBeLessThanOrEqual(2048);
    expect(session.stderr.text()).toMatch(/y{1000}$/);
  });

  it("survives errors of the other streams", async () => {
    const { program, session } = open();
    program.stderr.destroy(new Error("stderr"));
    program.stdin.destroy(new Error("stdin"));
    await turn();
    session.send({ t: "ping" });
    expect(session.hasOutputEnded).toBe(false);
  });
});

describe("the input of a session", () => {
  it("takes frames as lines, texts as they are, and ends", async () => {
    const { program, session } = open();
    session.send({ t: "a" });
    session.send({ t: "b" }, "\r\n");
    session.sendText("c");
    expect(String(program.stdin.read())).toBe('{"t":"a"}\n{"t":"b"}\r\nc');
    session.endInput();
    session.sendText("late");
    expect([program.stdin.writableEnded, program.stdin.read()]).toEqual([true, null]);
    await turn();
  });
});

describe("waiting for a line", () => {
  it("gives the first one that fits, also one that came before", async () => {
    const { program, session } = open();
    program.say({ t: "hello" }, { t: "pong", seq: 1 }, { t: "pong", seq: 2 });
    await turn();
    expect(await session.waitFor(isPong, 0)).toMatchObject({ frame: { seq: 1 } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("looks at each line once, and leaves no timer behind", async () => {
    const { program, session } = open();
    const seen: unknown[] = [];
    const wait = watch(
      session.waitFor((line) => {
        seen.push(line.frame?.["t"]);
        return isPong(line);
      }, 1000),
    );
    program.say({ t: "hello" });
    await turn();
    expect(wait.isDone).toBe(false);
    program.say({ t: "pong" }, { t: "after" });
    await turn();
    program.say({ t: "later" });
    await turn();
    expect(wait.value).toMatchObject({ frame: { t: "pong" } });
    expect([seen, vi.getTimerCount()]).toEqual([["hello", "pong"], 0]);
  });

  it("gives up at the limit", async () => {
    const { session } = open();
    const wait = watch(session.waitFor(isPong, 1000));
    vi.advanceTimersByTime(999);
    await turn();
    expect(wait.isDone).toBe(false);
    vi.advanceTimersByTime(1);
    await turn();
    expect(wait).toEqual({ isDone: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives up when the output ends, as soon as the exit is known", async () => {
    const { program, session } = open();
    const wait = watch(session.waitFor(isPong, 10_000));
    program.stdout.end();
    await turn();
    expect(wait.isDone).toBe(false);
    program.end({ code: 4 });
    await turn();
    expect([wait.isDone, session.exit?.code]).toEqual([true, 4]);
  });

  it("waits half a second for the exit, not longer", async () => {
    const { program, session } = open();
    const wait = watch(session.waitFor(isPong, 10_000));
    program.stdout.end();
    await turn();
    vi.advanceTimersByTime(499);
    await turn();
    expect(wait.isDone).toBe(false);
    vi.advanceTimersByTime(1);
    await turn();
    expect(wait.isDone).toBe(true);
  });

  it("does not wait for the exit once it has the line", async () => {
    const { program, session } = open();
    program.stdout.end('{"t":"pong"}\n');
    await turn();
    const wait = watch(session.waitFor(isPong, 10_000));
    await turn();
    expect(wait.value).toMatchObject({ frame: { t: "pong" } });
  });
});

describe("listening", () => {
  it("takes its time while output may come", async () => {
    const { program, session } = open();
    const wait = watch(session.listen(300));
    program.say({ t: "pong" });
    vi.advanceTimersByTime(299);
    await turn();
    expect(wait.isDone).toBe(false);
    vi.advanceTimersByTime(1);
    await turn();
    expect(wait.isDone).toBe(true);
  });

  it("ends early with the output and the process", async () => {
    const { program, session } = open();
    const wait = watch(session.listen(300));
    program.stdout.end();
    await turn();
    expect(wait.isDone).toBe(false);
    program.end();
    await turn();
    expect(wait.isDone).toBe(true);
  });
});

describe("waiting for the end of a session", () => {
  it("waits for the process and its output", async () => {
    const { program, session } = open();
    const wait = watch(session.waitForExit(1000));
    program.stdout.end();
    await turn();
    expect(wait.isDone).toBe(false);
    program.end();
    await turn();
    expect(wait.value).toBe(true);
  });

  it("waits for the output of a process that has ended", async () => {
    const { program, session } = open();
    const end = vi.spyOn(program.stdout, "end").mockReturnValue(program.stdout);
    program.end();
    const wait = watch(session.waitForExit(1000));
    await turn();
    expect(wait.isDone).toBe(false);
    end.mockRestore();
    program.stdout.end();
    await turn();
    expect(wait.value).toBe(true);
  });

  it("says that the process still runs after the limit", async () => {
    const { session } = open();
    const wait = watch(session.waitForExit(1000));
    vi.advanceTimersByTime(1000);
    await turn();
    expect(wait.value).toBe(false);
  });

  it("closes the input and ends every process", async () => {
    const { program, session } = open();
    await session.close();
    expect([program.isEnded, program.stdin.destroyed]).toEqual([true, true]);
  });
});

describe("mebibytes", () => {
  it("has one digit after the point, if it is not zero", () => {
    expect([mebibytes(8 * 1024 * 1024), mebibytes(1.25 * 1024 * 1024)]).toEqual(["8 MiB", "1.3 MiB"]);
  });
});
