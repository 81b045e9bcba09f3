import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ModelCallsRecord } from "../../../contract/index.ts";
import { FakeScreen } from "../../fixtures/fake-screen.ts";
import type { Host } from "../../terminal/host.ts";
import { type GlobalOptions, openTerminal } from "../../terminal/terminal.ts";
import { ComparisonView } from "./comparison-view.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ts = "2026-03-01T08:00:00Z";
const warning = (message: string) => ({ ts, type: "warning", message }) as const;

function open(columns: number | undefined, options: GlobalOptions = {}, names = ["claude", "cx"]) {
  const screen = new FakeScreen(columns ?? 200);
  let out = "";
  let now = 0;
  const host = {
    writeOut: (text: string) => {
      out += text;
    },
    writeError: screen.write,
    columns: () => columns,
    isTerminal: { out: false, error: columns !== undefined },
    env: {},
  } as unknown as Host;
  const view = new ComparisonView(openTerminal(host, options), names, () => now);
  return { view, screen, out: () => out, move: (ms: number) => (now += ms) };
}

describe("the view of several runs", () => {
  it("shows a log with the names of the backends, and a status line for each that goes on", () => {
    const { view, screen, move, out } = open(60);
    const [claude, cx] = [view.viewOf("claude"), view.viewOf("cx")];
    claude.step("observe");
    void claude.event(warning("slow"));
    void claude.event({ ts, type: "assistant_message", text: "hello" });
    cx.note("denied", "Bash");
    cx.meter(() => ({ calls: 0, models: [{ upstream: "m" }] }) as unknown as ModelCallsRecord);
    move(2000);
    vi.advanceTimersByTime(200);
    expect(screen.rows).toEqual([
      "claude  warning slow",
      "cx      denied  Bash",
      "claude  running · 2 s",
      "cx      choosing the backend · m · 2 s",
    ]);
    const call = { tool_use_id: null, parent_tool_use_id: null, input: {} };
    void claude.event({ ts, type: "tool_call", tool_name: "Bash", ...call });
    expect(screen.rows.slice(2, 4)).toEqual([
      "claude  tool    Bash {}",
      "claude  running Bash · 1 tool · 2 s",
    ]);
    claude.close();
    vi.advanceTimersByTime(200);
    expect(screen.rows.at(-1)).toBe("cx      choosing the backend · m · 2 s");
    expect(screen.rows).toHaveLength(4);
    view.close();
    view.close();
    expect([screen.rows.at(-1), vi.getTimerCount(), out()]).toEqual(["", 0, ""]);
  });

  it("wraps lines beside the names", () => {
    const { view, screen } = open(40);
    void view.viewOf("cx").event(warning("this warning is longer than one line"));
    view.close();
    expect(screen.rows).toEqual([
      "cx      warning this warning is longer",
      "cx              than one line",
      "",
    ]);
  });

  it("uses the whole width, and cuts names and statuses to it", () => {
    const { view, screen } = open(40);
    void view.viewOf("cx").event(warning(`${"a".repeat(11)} ${"b".repeat(11)}`));
    view.close();
    expect(screen.rows).toEqual([`cx      warning ${"a".repeat(11)} ${"b".repeat(11)}`, ""]);
    const long = open(32, {}, ["n".repeat(13), "m".repeat(12)]);
    void long.view.viewOf("n".repeat(13)).event(warning("x"));
    long.view.viewOf("m".repeat(12));
    vi.advanceTimersByTime(200);
    expect(long.screen.rows).toEqual([
      `${"n".repeat(11)}…  warning x`,
      `${"n".repeat(11)}…  choosing t… · 0 s`,
      `${"m".repeat(12)}  choosing t… · 0 s`,
    ]);
  });

  it("waits while a question is open", async () => {
    const { view, screen } = open(60);
    const cx = view.viewOf("cx");
    expect(cx.event(warning("before"))).toBeUndefined();
    const release = cx.hold();
    const wait = cx.event(warning("after"));
    view.note("denied", "Read");
    expect(screen.rows).toEqual(["cx      warning before", ""]);
    release();
    await wait;
    view.close();
    expect(screen.rows).toEqual(["cx      warning before", "cx      warning after", "denied  Read", ""]);
  });

  it("writes plain lines elsewhere, and the agents' words with --verbose only", () => {
    const quiet = open(undefined);
    const message = { ts, type: "assistant_message", text: "hello" } as const;
    const delta = { ts, type: "assistant_delta", text: "open", ext: { thinking: "hm" } } as const;
    const one = quiet.view.viewOf("cx");
    void one.event(message);
    void one.event(warning("x"));
    one.step("observe");
    quiet.view.hold()();
    expect(quiet.screen.rows).toEqual(["cx      warning x", ""]);
    const loud = open(undefined, { verbose: true });
    const two = loud.view.viewOf("cx");
    void two.event(message);
    void two.event(delta);
    two.close();
    expect(loud.screen.rows).toEqual(["cx      hello", "cx      think   hm", "cx      open", ""]);
    expect([quiet.out(), loud.out(), vi.getTimerCount()]).toEqual(["", "", 0]);
  });

  it("writes nothing with --json", () => {
    const { view, screen, out } = open(60, { json: true });
    const cx = view.viewOf("cx");
    void cx.event(warning("x"));
    cx.close();
    view.close();
    expect([screen.rows, out()]).toEqual([[""], ""]);
  });
});
