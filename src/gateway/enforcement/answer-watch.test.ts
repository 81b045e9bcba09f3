import { describe, expect, test } from "vitest";
import { findDialect, type NamedTool } from "../../dialects/index.ts";
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
