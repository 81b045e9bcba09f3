import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WalEraser } from "./wal-eraser.ts";

let commands: string[];
/** The answers to the next attempts: whether each is busy, or an error. */
let answers: (number | Error)[];
/** The command that fails, if any. */
let failing: string | undefined;
let eraser: WalEraser;

beforeEach(() => {
  vi.useFakeTimers();
  commands = [];
  answers = [];
  failing = undefined;
  eraser = new WalEraser({
    exec: (sql: string) => {
      commands.push(sql);
      if (sql === failing) throw new Error("disk I/O error");
    },
    prepare: (sql: string) => {
      commands.push(sql);
      const answer = answers.shift() ?? 0;
      if (answer instanceof Error) throw answer;
      return { get: () => ({ busy: answer }) };
    },
  } as never);
});
afterEach(() => vi.useRealTimers());

const attempt = ["PRAGMA busy_timeout = 0", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA busy_timeout = 10000"];

describe("the eraser of the write-ahead log", () => {
  it("erases once, a second after the first of several deletions, and does not wait for readers", () => {
    eraser.schedule();
    vi.advanceTimersByTime(999);
    eraser.schedule();
    expect(commands).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(commands).toEqual(attempt);
    vi.advanceTimersByTime(10_000);
    expect([commands.length, vi.getTimerCount()]).toEqual([3, 0]);
    eraser.schedule();
    vi.advanceTimersByTime(1000);
    expect(commands).toEqual([...attempt, ...attempt]);
  });

  it("tries again every second while a reader is in the way, or the attempt fails", () => {
    answers = [1, new Error("disk I/O error"), 0];
    eraser.schedule();
    vi.advanceTimersByTime(2000);
    expect([commands, vi.getTimerCount()]).toEqual([[...attempt, ...attempt], 1]);
    vi.advanceTimersByTime(1000);
    expect([commands.length, vi.getTimerCount()]).toEqual([9, 0]);
  });

  it("tries again if the connection could not be set back to waiting", () => {
    failing = attempt[2];
    eraser.schedule();
    vi.advanceTimersByTime(1000);
    expect([commands, vi.getTimerCount()]).toEqual([attempt, 1]);
    failing = undefined;
    vi.advanceTimersByTime(1000);
    expect([commands, vi.getTimerCount()]).toEqual([[...attempt, ...attempt], 0]);
  });

  it("erases what is left when it is closed, and nothing if nothing was deleted", () => {
    eraser.close();
    expect(commands).toEqual([]);
    answers = [1];
    eraser.schedule();
    eraser.close();
    expect([commands, vi.getTimerCount()]).toEqual([attempt, 0]);
  });
});
