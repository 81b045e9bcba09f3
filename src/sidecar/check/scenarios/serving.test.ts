import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Behaviour, FakeProcess, ReceivedFrame } from "../fixtures/fake-sidecar.ts";
import { tryScenario, useWaitingClock } from "../fixtures/try-scenario.ts";
import { checkServing } from "./serving.ts";

beforeEach(useWaitingClock);
afterEach(() => {
  vi.useRealTimers();
});

const serve = async (behaviour: Behaviour = {}) => {
  const made = await tryScenario(checkServing, behaviour);
  const broken = Object.fromEntries(Object.entries(made.found).filter(([, [verdict]]) => verdict !== "pass"));
  return { ...made, broken };
};

/** Works on the nth run as given, and on others as a good sidecar. */
const onRun = (nth: number, act: (process: FakeProcess, frame: ReceivedFrame) => void): Behaviour => {
  let count = 0;
  return {
    run: (process, frame) => {
      count += 1;
      if (count === nth) act(process, frame);
      else process.work(frame);
    },
  };
};
const fatal = (process: FakeProcess, { id }: ReceivedFrame) => {
  process.active = undefined;
  process.send({ t: "fatal", ref_id: id, error: "no" });
};

describe("a good sidecar", () => {
  it("keeps every rule, with these reasons", async () => {
    const { found, value } = await serve();
    expect(value).toEqual({ id: "fake", version: "1", asksBeforeTools: false });
    expect(found).toEqual(
      Object.fromEntries(
        Object.entries({
          "hello.in_time": "after 0 ms",
          "hello.first": "the first line is hello",
          "hello.valid": 'backend "fake"',
          "hello.version": "abp/v0.1",
          "hello.once": "one hello",
          "hello.capabilities": "0 names",
          "stdout.json": "every line is a JSON object",
          "stdout.utf8": "every line is UTF-8",
          "stdout.line_size": "no line exceeds the limit",
          "stdout.volume": "within the limit",
          "frames.known": "no unknown frame",
          "run.before": "nothing but hello and pong",
          "run.final": "final came",
          "run.one_final": "one for each run",
          "run.after_final": "nothing came",
          "run.ref_id": "every frame names its run",
          "events.valid": "every event has the members of its type",
          "events.timestamp": "every event has ts",
          "receipt.valid": "every member is there",
          "receipt.ids": "both ids are those of the run frame",
          "run.second": "final came",
          "ping.idle": "pong after 0 ms",
          "input.bad_line": "it goes on",
          "input.blank_line": "it goes on",
          "input.unknown_frame": "it goes on",
          "input.unknown_members": "final came",
          "input.non_ascii": "final came",
          "input.crlf": "final came",
          "eof.exit": "after 0 ms",
          "exit.code": "exit code 0",
        }).map(([id, reason]) => [id, ["pass", reason]]),
      ),
    );
  });

  it("gets pings, unusual lines between them, and five runs, the last with CR LF", async () => {
    const { lines } = await serve();
    const shown = lines.map((line) => {
      if (!line.startsWith("{")) return line;
      const { t, seq, work_order } = JSON.parse(line);
      return work_order === undefined ? [t, seq].join(" ").trim() : `run${line.endsWith("\r") ? " CR" : ""}`;
    });
    expect(shown).toEqual([
      "ping 1",
      "run",
      "",
      " ",
      "ping 2",
      'this is not JSON {"t":',
      "ping 3",
      "abp_check_unknown",
      "ping 4",
      "run",
      "run",
      "run",
      "run CR",
    ]);
    const orders = lines
      .filter((line) => line.includes("work_order"))
      .map((line) => JSON.parse(line).work_order);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(5);
    expect(orders[2]).toMatchObject({
      task: "say x",
      abp_check_unknown: { nested: [1, "two", null] },
      config: { ...orders[1].config, abp_check_unknown: true },
    });
    const words = "naïve café, 日本語, 🙂, \u2028";
    expect(orders[3].context).toEqual({ files: [], snippets: [{ name: words, content: words }] });
    expect(lines[7]).toBe('{"t":"abp_check_unknown","ref_id":"none"}');
  });
});

describe("a sidecar that cannot be used further", () => {
  it("says no hello, and gets nothing", async () => {
    const { value, lines } = await serve({ hello: (process) => process.send({ t: "pong" }) });
    expect([value, lines]).toEqual([undefined, []]);
  });

  it("fails its first run, and its input is ended", async () => {
    const { value, broken, found, session } = await serve(onRun(1, fatal));
    expect(value).toBeUndefined();
    expect(broken).toEqual({ "run.final": ["fail", 'the sidecar sent fatal: "no"'] });
    expect([found["hello.once"]?.[0], found["input.blank_line"]]).toEqual(["pass", undefined]);
    expect([found["eof.exit"]?.[0], session.exit?.code]).toEqual(["pass", 0]);
  });

  it("does not end its first run, and its input is not ended", async () => {
    const { value, broken, found } = await serve(onRun(1, () => undefined));
    expect([value, broken]).toEqual([undefined, { "run.final": ["fail", "no final after 30 s"] }]);
    expect([found["hello.once"], found["eof.exit"]]).toEqual([undefined, undefined]);
  });

  it("writes what cannot be read", async () => {
    const { value, broken, found } = await serve(
      onRun(1, (process) => process.write(Buffer.from([0xff, 0x0a]))),
    );
    expect(value).toBeUndefined();
    expect(Object.keys(broken)).toEqual(["stdout.utf8"]);
    expect([found["run.final"], found["eof.exit"]]).toEqual([undefined, undefined]);
  });

  it("ends after its first run", async () => {
    const { value, broken } = await serve(
      onRun(1, (process, frame) => {
        process.final(frame);
        process.leave(0);
      }),
    );
    expect(value).toBeUndefined();
    expect(broken).toEqual({ "run.second": ["fail", "the process ended after its first run"] });
  });

  it.each([
    ["input.blank_line", " "],
    ["input.bad_line", 'this is not JSON {"t":'],
    ["input.unknown_frame", '{"t":"abp_check_unknown","ref_id":"none"}'],
  ])("does not survive a line: %s", async (id, text) => {
    const { value, broken } = await serve({
      line: (process, line) => {
        if (line === text) process.leave(5);
        return true;
      },
    });
    expect(value).toBeUndefined();
    expect(broken[id]).toEqual(["fail", "the process ended (exit code 5)"]);
    expect(broken["run.second"]).toBeUndefined();
  });
});

describe("a sidecar that breaks a rule", () => {
  it("answers no ping, and is listened to instead", async () => {
    const { broken, value, lines } = await serve({
      ping: () => undefined,
      line: (process, line) => {
        if (line.startsWith("this")) setTimeout(() => process.leave(6), 200);
        return true;
      },
    });
    expect(broken).toMatchObject({
      "ping.idle": ["fail", "no pong with the same seq after 2 s"],
      "input.bad_line": ["fail", "the process ended (exit code 6)"],
    });
    expect(lines.filter((line) => line.includes("ping")).length).toBe(1);
    expect(value).toBeUndefined();
  });

  it("speaks before its first run, or after the end of one", async () => {
    const early = await serve({
      hello: (process) => {
        process.hello();
        setTimeout(() => process.event("x"), 200);
      },
    });
    expect(Object.keys(early.broken)).toEqual(["run.before"]);
    const late = await serve(
      onRun(1, (process, frame) => {
        process.final(frame);
        setTimeout(() => process.event(frame.id), 200);
      }),
    );
    expect(Object.keys(late.broken)).toEqual(["run.after_final"]);
  });

  it.each([
    [2, "run.second", []],
    [3, "input.unknown_members", ["run.second"]],
    [4, "input.non_ascii", ["run.second", "input.unknown_members"]],
    [5, "input.crlf", ["run.second", "input.unknown_members", "input.non_ascii"]],
  ])("fails run %i, and gets no further one", async (nth, id, before) => {
    const { broken, found, value, lines } = await serve(onRun(nth, fatal));
    expect(broken).toEqual({ [id]: ["fail", 'the sidecar sent fatal: "no"'] });
    expect(before.map((one) => found[one]?.[0])).toEqual(before.map(() => "pass"));
    expect(lines.filter((line) => line.includes("work_order")).length).toBe(nth);
    expect(value?.id).toBe("fake");
  });

  it("goes on after the end of its input", async () => {
    const { broken, found } = await serve({ end: () => undefined });
    expect(broken).toEqual({ "eof.exit": ["fail", "it still runs 5 s after the end of standard input"] });
    expect(found["exit.code"]).toBeUndefined();
  });

  it("ends late, with another code or by a signal", async () => {
    const late = await serve({ end: (process) => setTimeout(() => process.leave(9), 800) });
    expect(late.broken).toEqual({ "exit.code": ["warn", "exit code 9"] });
    expect(late.found["eof.exit"]).toEqual(["pass", "after 800 ms"]);
    const killed = await serve({ end: (process) => process.leave(null, "SIGABRT") });
    expect(killed.broken).toEqual({ "exit.code": ["warn", "SIGABRT"] });
  });
});
