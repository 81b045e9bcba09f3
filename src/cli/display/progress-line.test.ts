import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Host } from "../terminal/host.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { ProgressLine } from "./progress-line.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const ERASE = "\r\u001b[2K";

function open(more: Partial<Terminal> = {}, columns: number | undefined = undefined) {
  const written: string[] = [];
  let now = 5000;
  const terminal = {
    host: {
      writeOut: (text: string) => void written.push(`out ${text}`),
      writeError: (text: string) => void written.push(text),
      columns: () => columns,
      isTerminal: { out: true, error: true },
    } as Partial<Host>,
    colors: { dim: (text: string) => `<${text}>` },
    isLive: true,
    ...more,
  } as Terminal;
  const line = new ProgressLine(terminal, () => now);
  return {
    line,
    written,
    wait: (ms: number) => {
      now += ms;
      vi.advanceTimersByTime(ms);
    },
  };
}

it("what a command waits for is shown with the time since its start, and erased at the end", () => {
  const { line, written, wait } = open();
  wait(199);
  expect(written).toEqual([]);
  line.show("asking\u001b");
  expect(written.splice(0)).toEqual(["<asking\\u{1b} · 0 s>"]);
  wait(1);
  expect(written.splice(0)).toEqual([`${ERASE}<asking\\u{1b} · 0 s>`]);
  wait(199);
  expect(written).toEqual([]);
  wait(1801);
  expect(written.splice(0).at(-1)).toBe(`${ERASE}<asking\\u{1b} · 2 s>`);
  line.show("x");
  expect(written.splice(0)).toEqual([`${ERASE}<x · 2 s>`]);
  line.close();
  expect(written.splice(0)).toEqual([ERASE]);
  expect(vi.getTimerCount()).toBe(0);
});

it("the text is cut so that the time fits into the line", () => {
  const { line, written } = open({}, 21);
  line.show("abcdefghijklmnopqrst");
  line.close();
  expect(written[0]).toBe("<abcdefghijklm… · 0 s>");
  const wide = open();
  wide.line.show("x".repeat(100));
  wide.line.close();
  expect(wide.written[0]).toBe(`<${"x".repeat(72)}… · 0 s>`);
});

it("nothing is shown if lines cannot be redrawn", () => {
  const { line, written, wait } = open({ isLive: false });
  line.show("asking");
  wait(400);
  line.close();
  expect(written).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
