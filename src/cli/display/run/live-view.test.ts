import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ModelCallsRecord } from "../../../contract/index.ts";
import type { Host } from "../../terminal/host.ts";
import { openTerminal } from "../../terminal/terminal.ts";
import { LiveView } from "./live-view.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(columns: number | undefined, options = {}) {
  const written: string[] = [];
  let now = 0;
  const reader = Promise.resolve();
  const host = {
    writeOut: (text: string) => written.push(`out:${text}`),
    writeError: (text: string) => written.push(`error:${text}`),
    drained: () => reader,
    columns: () => columns,
    isTerminal: { out: true, error: true },
    env: {},
  } as unknown as Host;
  const view = new LiveView(openTerminal(host, { color: false, ...options }), () => now);
  return { view, reader, take: () => written.splice(0).join(""), move: (ms: number) => (now += ms) };
}

const ts = "2026-03-01T08:00:00Z";

describe("LiveView", () => {
  it("draws the status five times a second, until it is closed", () => {
    const { view, take, move } = open(40);
    expect(take()).toContain("choosing the backend · 0 s");
    move(1000);
    vi.advanceTimersByTime(199);
    expect(take()).toBe("");
    vi.advanceTimersByTime(1);
    expect(take()).toContain("choosing the backend · 1 s");
    view.step("observe");
    expect(take()).toContain("running · 1 s");
    view.close();
    expect([take(), vi.getTimerCount()]).toEqual(["error:\r\u001b[2K", 0]);
  });

  it("assumes 80 columns if the terminal does not say", () => {
    const { view, take } = open(undefined);
    take();
    void view.event({ ts, type: "assistant_message", text: `${"a".repeat(40)} ${"b".repeat(38)} c` });
    expect(take()).toContain(`${"a".repeat(40)} ${"b".repeat(38)}\nc\n`);
  });

  it("waits for a slow reader, and for the answer to a question", async () => {
    const { view, reader } = open(40);
    const event = { ts, type: "assistant_delta", text: "x" } as const;
    expect(view.event(event)).toBe(reader);
    const release = view.hold();
    const wait = view.event(event);
    expect(wait).not.toBe(reader);
    release();
    await wait;
    expect(view.event(event)).toBe(reader);
  });

  it("writes the rest of a message before a question, and at the end", () => {
    const { view, take } = open(40);
    void view.event({ ts, type: "assistant_delta", text: "one" });
    take();
    const release = view.hold();
    expect(take()).toContain("out:one\n");
    release();
    void view.event({ ts, type: "assistant_delta", text: "two" });
    view.close();
    expect(take()).toContain("out:two\n");
  });

  it("cuts the open line to the screen", () => {
    const { view, take } = open(20);
    void view.event({ ts, type: "assistant_delta", text: "x".repeat(19) });
    take();
    view.step("observe");
    expect(take()).toContain(`${"x".repeat(19)}\nrunning · 0 s`);
  });

  it("shows what the gateway meters", () => {
    const { view, take } = open(60);
    const usage = { input_tokens: 1, output_tokens: 2, estimated_cost_usd: 0.5 };
    view.meter(() => ({ calls: 1, usage, models: [{ upstream: "m" }] }) as unknown as ModelCallsRecord);
    take();
    vi.advanceTimersByTime(200);
    expect(take()).toContain("choosing the backend · m · 1 in, 2 out · $0.5000 · 0 s");
  });

  it("shows thinking with --verbose only", () => {
    const event = { ts, type: "assistant_delta", text: "", ext: { thinking: "hm\n" } } as const;
    const quiet = open(60);
    void quiet.view.event(event);
    expect(quiet.take()).not.toContain("hm");
    const loud = open(60, { verbose: true });
    void loud.view.event(event);
    expect(loud.take()).toContain("think   hm");
  });
});
