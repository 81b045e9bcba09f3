import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FakeProcess } from "../fixtures/fake-sidecar.ts";
import { tryScenario, useWaitingClock } from "../fixtures/try-scenario.ts";
import { checkHello } from "./hello.ts";

beforeEach(useWaitingClock);
afterEach(() => {
  vi.useRealTimers();
});

const say = (hello: (process: FakeProcess) => void, settings = {}) =>
  tryScenario((subject, peer) => checkHello(peer, subject), { hello }, settings);

describe("a hello", () => {
  it("is judged and given", async () => {
    const { found, value } = await say((process) =>
      setTimeout(() => process.hello({ capabilities: { streaming: "native", tool_bash: "native" } }), 30),
    );
    expect(value).toEqual({ id: "fake", version: "1", asksBeforeTools: false });
    expect(found).toEqual({
      "hello.in_time": ["pass", "after 30 ms"],
      "hello.first": ["pass", "the first line is hello"],
      "hello.valid": ["pass", 'backend "fake"'],
      "hello.version": ["pass", "abp/v0.1"],
      "hello.capabilities": ["pass", "2 names"],
    });
  });

  it("may claim to ask before tools, and lack a version", async () => {
    const { value, found } = await say((process) =>
      process.hello({ asks_before_tools: true, backend: { id: "b".repeat(50) } }),
    );
    expect(value).toEqual({ id: "b".repeat(50), version: null, asksBeforeTools: true });
    expect(found["hello.valid"]).toEqual(["pass", `backend "${"b".repeat(40)}"`]);
  });

  it.each<[string, (process: FakeProcess) => void, object]>([
    ["no line", () => undefined, { "hello.in_time": ["fail", "no line after 10 s"] }],
    [
      "an end",
      (process) => process.leave(3),
      { "hello.in_time": ["fail", "it ended before its hello (exit code 3)"] },
    ],
    [
      "another frame",
      (process) => process.send({ t: "pong" }),
      { "hello.first": ["fail", 'the first line is a frame of type "pong"'] },
    ],
    [
      "no frame",
      (process) => process.write("ready\n"),
      {
        "hello.first": ["fail", "the first line is not a frame"],
        "stdout.json": ["fail", 'a line is not JSON: "ready"'],
      },
    ],
    [
      "a line that is too long",
      (process) => process.write("x".repeat(2000)),
      { "stdout.line_size": ["fail", "a line is longer than 0 MiB"] },
    ],
    [
      "another version",
      (process) => process.hello({ contract_version: `abp/v9.${"1".repeat(40)}` }),
      {
        "hello.first": ["pass", "the first line is hello"],
        "hello.in_time": ["pass", "after 0 ms"],
        "hello.version": ["fail", `"abp/v9.${"1".repeat(33)}" is not compatible with abp/v0.1`],
      },
    ],
    [
      "no version",
      (process) => process.hello({ contract_version: undefined }),
      {
        "hello.first": ["pass", "the first line is hello"],
        "hello.in_time": ["pass", "after 0 ms"],
        "hello.valid": ["fail", expect.stringMatching(/^contract_version: .*string/)],
      },
    ],
    [
      "a version that is no text",
      (process) => process.hello({ contract_version: 7 }),
      {
        "hello.first": ["pass", "the first line is hello"],
        "hello.in_time": ["pass", "after 0 ms"],
        "hello.valid": ["fail", expect.stringMatching(/^contract_version: .*string/)],
      },
    ],
    [
      "no id",
      (process) => process.hello({ backend: {} }),
      {
        "hello.first": ["pass", "the first line is hello"],
        "hello.in_time": ["pass", "after 0 ms"],
        "hello.version": ["pass", "abp/v0.1"],
        "hello.valid": ["fail", expect.stringMatching(/^backend\.id: .*string/)],
      },
    ],
    [
      "an empty id",
      (process) => process.hello({ backend: { id: " " } }),
      {
        "hello.first": ["pass", "the first line is hello"],
        "hello.in_time": ["pass", "after 0 ms"],
        "hello.version": ["pass", "abp/v0.1"],
        "hello.valid": ["fail", "backend.id is empty"],
      },
    ],
  ])("is refused for %s", async (_, hello, expected) => {
    const { found, value } = await say(hello, { maxLineBytes: 1000 });
    expect([found, value]).toEqual([expected, undefined]);
  });

  it("with an unknown capability is a warning", async () => {
    const name = `tool_${"x".repeat(40)}`;
    const { found, value } = await say((process) =>
      process.hello({ capabilities: { streaming: "native", [name]: "native" } }),
    );
    expect(found["hello.capabilities"]).toEqual(["warn", `"${name.slice(0, 40)}" is no known capability`]);
    expect(value?.id).toBe("fake");
  });
});
