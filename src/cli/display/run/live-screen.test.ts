import { describe, expect, it } from "vitest";
import { LiveScreen } from "./live-screen.ts";

const ERASE = "\r\u001b[2K";
const ABOVE = "\u001b[1A\u001b[2K";

function open({ columns = 20, isOutShown = true } = {}) {
  const written: string[] = [];
  const size = { columns };
  const screen = new LiveScreen({
    writeOut: (text) => written.push(`out:${text}`),
    writeError: (text) => written.push(`error:${text}`),
    columns: () => size.columns,
    isOutShown,
  });
  const take = () => written.splice(0);
  return { screen, take, size };
}

describe("LiveScreen", () => {
  it("leaves one column free, and assumes at least ten", () => {
    expect(open({ columns: 20 }).screen.columns).toBe(19);
    expect(open({ columns: 11 }).screen.columns).toBe(10);
    expect(open({ columns: 3 }).screen.columns).toBe(10);
  });

  it("draws the status with its columns, and erases it before it draws again", () => {
    const { screen, take } = open();
    screen.redraw();
    expect(take()).toEqual([]);
    screen.setStatus((columns) => ["a", `b${columns}`]);
    expect(take()).toEqual(["error:a\nb19"]);
    screen.redraw();
    expect(take()).toEqual([`error:${ERASE}${ABOVE}a\nb19`]);
  });

  it("prints lines above the status", () => {
    const { screen, take } = open();
    screen.setStatus(() => ["s"]);
    take();
    screen.print("error", ["one", "two"]);
    expect(take()).toEqual([`error:${ERASE}one\ntwo\ns`]);
    screen.print("out", ["three"]);
    expect(take()).toEqual([`error:${ERASE}`, "out:three\n", "error:s"]);
  });

  it("writes no erasure if nothing is drawn", () => {
    const { screen, take } = open();
    screen.print("out", ["x"]);
    screen.hold()();
    screen.close();
    expect(take()).toEqual(["out:x\n"]);
  });

  it("leaves the status alone if standard output is redirected", () => {
    const { screen, take } = open({ isOutShown: false });
    screen.setStatus(() => ["s"]);
    take();
    screen.print("out", ["x"]);
    expect(take()).toEqual(["out:x\n"]);
  });

  it("erases the rows that a narrower terminal has made of a line", () => {
    const { screen, take, size } = open();
    screen.setStatus(() => ["0123456789", ""]);
    take();
    size.columns = 10;
    screen.redraw();
    expect(take()).toEqual([`error:${ERASE}${ABOVE}0123456789\n`]);
    size.columns = 5;
    screen.redraw();
    expect(take()).toEqual([`error:${ERASE}${ABOVE}${ABOVE}0123456789\n`]);
    size.columns = 0;
    screen.redraw();
    expect(take()).toEqual([`error:${ERASE}${ABOVE.repeat(10)}0123456789\n`]);
  });

  it("holds everything back until it is released, in order, and only once", async () => {
    const { screen, take } = open();
    screen.setStatus(() => ["s"]);
    take();
    expect(screen.released()).toBeUndefined();
    const release = screen.hold();
    expect(take()).toEqual([`error:${ERASE}`]);
    screen.print("out", ["one"]);
    screen.print("error", ["two"]);
    screen.redraw();
    expect(take()).toEqual([]);
    let isReleased = false;
    const waiting = screen.released()?.then(() => {
      isReleased = true;
    });
    await Promise.resolve();
    expect(isReleased).toBe(false);
    release();
    await waiting;
    expect(screen.released()).toBeUndefined();
    expect(take()).toEqual(["out:one\n", "error:s", `error:${ERASE}two\ns`, `error:${ERASE}s`]);
    const again = screen.hold();
    release();
    expect(screen.released()).toBeDefined();
    take();
    again();
    expect(take()).toEqual(["error:s"]);
  });

  it("erases the status for good", () => {
    const { screen, take } = open();
    screen.setStatus(() => ["s"]);
    take();
    screen.close();
    expect(take()).toEqual([`error:${ERASE}`]);
    screen.redraw();
    screen.print("error", ["x"]);
    expect(take()).toEqual(["error:x\n"]);
  });
});
