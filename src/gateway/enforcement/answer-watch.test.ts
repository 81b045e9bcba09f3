import { describe, expect, test } from "vitest";
import { AbpError, type Block, type StreamEvent } from "../../contract/index.ts";
import { type Dialect, findDialect, type NamedTool } from "../../dialects/index.ts";
import { SseError } from "../../lib/index.ts";
import { replyOf, writeAnswer } from "../fixtures/policed-call.ts";
import { AnswerWatch } from "./answer-watch.ts";

function recording() {
  const calls: string[] = [];
  const unreadable: string[] = [];
  return {
    calls,
    unreadable,
    recordAnswer: ({ name }: NamedTool) => void calls.push(name),
    recordUnreadable: (why: string) => void unreadable.push(why),
  };
}

describe.each(["claude", "openai", "codex", "gemini", "kimi", "copilot"])("an answer of %s", (id) => {
  const dialect = findDialect(id);

  test("is watched as a stream, however it is cut into chunks", () => {
    for (const size of [7, 100_000]) {
      const judge = recording();
      const watch = new AnswerWatch(dialect, judge, true);
      const bytes = Buffer.from(writeAnswer(dialect, replyOf("Read", "Bash"), true));
      for (let at = 0; at < bytes.length; at += size) watch.push(bytes.subarray(at, at + size));
      watch.finish(undefined);
      expect([[...new Set(judge.calls)], judge.unreadable]).toEqual([["Read", "Bash"], []]);
    }
  });

  test("is read as a whole", () => {
    const judge = recording();
    const watch = new AnswerWatch(dialect, judge, false);
    watch.push(Buffer.from("ignored"));
    watch.finish(JSON.parse(writeAnswer(dialect, replyOf("Bash"), false)));
    expect([judge.calls, judge.unreadable]).toEqual([["Bash"], []]);
  });
});

describe("an answer that cannot be read", () => {
  const dialect = findDialect("claude");

  test("says why: nothing to read, or what the reader says", () => {
    const judge = recording();
    new AnswerWatch(dialect, judge, false).finish(undefined);
    expect(judge.unreadable).toEqual(["the answer could not be read"]);
  });

  test("is recorded as such: too large or compressed, no reply, no events", () => {
    const cases: ((watch: AnswerWatch) => void)[] = [
      (watch) => watch.finish(undefined),
      (watch) => watch.finish({ content: 5 }),
      (watch) => watch.finish("text"),
    ];
    for (const run of cases) {
      const judge = recording();
      run(new AnswerWatch(dialect, judge, false));
      expect(judge.unreadable).toHaveLength(1);
    }
    const judge = recording();
    const watch = new AnswerWatch(dialect, judge, true);
    watch.push(Buffer.from("data: {half\n\n"));
    watch.push(Buffer.from("data: {half\n\n"));
    watch.finish(undefined);
    expect(judge.unreadable).toHaveLength(1);
  });

  test("an array of partial answers is read one by one", () => {
    const gemini = findDialect("gemini");
    const part = JSON.parse(writeAnswer(gemini, replyOf("Bash"), false)) as unknown;
    const judge = recording();
    new AnswerWatch(gemini, judge, false).finish([part, part]);
    expect(judge.calls).toEqual(["Bash", "Bash"]);
  });
});

describe("the watch of a stream", () => {
  const bash: Block = { type: "tool_use", id: "1", name: "Bash", kind: "function", input: {} };
  const at = { candidate: 0, block: 0 };
  const event = "data: {}\n\n";

  /** A watch whose reader tells the given events, or throws the given error. */
  function open(onPush: StreamEvent | Error, onEnd?: StreamEvent) {
    const tell = (write: (event: StreamEvent) => void, told: StreamEvent | Error | undefined) => {
      if (told instanceof Error) throw told;
      if (told !== undefined) write(told);
    };
    const dialect = {
      ...findDialect("claude"),
      openReader: () => ({
        push: (_data: string, _event: string | undefined, write: (event: StreamEvent) => void) =>
          tell(write, onPush),
        end: (write: (event: StreamEvent) => void) => tell(write, onEnd),
      }),
      readReply: () => tell(() => undefined, onPush),
    } as unknown as Dialect;
    const judge = recording();
    return { judge, dialect, watch: new AnswerWatch(dialect, judge, true) };
  }

  test("records a call that only the end of its block tells, or the end of the stream", () => {
    const { judge, watch } = open(
      { type: "block_stop", ...at, content: bash },
      { type: "block_start", ...at, content: { ...bash, name: "Last" } },
    );
    watch.push(Buffer.from(event));
    expect(judge.calls).toEqual(["Bash"]);
    watch.finish(undefined);
    expect([judge.calls, judge.unreadable]).toEqual([["Bash", "Last"], []]);
  });

  test("records no call for the end of a block that repeats nothing", () => {
    const { judge, watch } = open({ type: "block_stop", ...at });
    watch.push(Buffer.from(event));
    expect([judge.calls, judge.unreadable]).toEqual([[], []]);
  });

  test.each([
    ["no event", new SseError("too-large", "odd line")],
    ["no answer", new AbpError("contract_schema_violation", "odd answer")],
  ])("gives up if it is %s, and reads nothing more", (_, error) => {
    const { judge, watch } = open(error, { type: "block_start", ...at, content: bash });
    watch.push(Buffer.from(event));
    watch.push(Buffer.from(event));
    watch.finish(undefined);
    expect([judge.unreadable, judge.calls]).toEqual([[error.message], []]);
  });

  test("passes on a defect of ours", () => {
    const { judge, watch, dialect } = open(new TypeError("defect"));
    expect(() => watch.push(Buffer.from(event))).toThrow(TypeError);
    expect(() => new AnswerWatch(dialect, judge, false).finish({})).toThrow(TypeError);
    expect(judge.unreadable).toEqual([]);
  });
});
