import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { isInForeground, TypedLines } from "./typed-lines.ts";

function open() {
  const input = new PassThrough();
  const lines: string[] = [];
  const typed = new TypedLines(input as unknown as ConstructorParameters<typeof TypedLines>[0]);
  const type = async (text: string | Uint8Array) => {
    input.write(text);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { input, lines, typed, type };
}

describe("lines that are typed on a terminal", () => {
  it("are taken whole, however their bytes come, until nobody listens", async () => {
    const { input, lines, typed, type } = open();
    const stop = typed.listen((line) => lines.push(line));
    await type("use ");
    await type("tabs\r\nand ");
    const umlaut = Buffer.from("ü\n");
    await type(umlaut.subarray(0, 1));
    await type(umlaut.subarray(1));
    expect(lines).toEqual(["use tabs", "and ü"]);
    stop();
    expect([input.isPaused(), input.listenerCount("data")]).toEqual([true, 0]);
    await typed.during(async () => undefined);
    expect(input.listenerCount("data")).toBe(0);
  });

  it("belong to a question while it is open", async () => {
    const { input, lines, typed, type } = open();
    typed.listen((line) => lines.push(line));
    const answered = Promise.withResolvers<string>();
    const asked = typed.during(() => answered.promise);
    const second = typed.during(async () => "second");
    expect([input.listenerCount("data"), await second, input.listenerCount("data")]).toEqual([
      0,
      "second",
      0,
    ]);
    answered.resolve("yes");
    expect(await asked).toBe("yes");
    await type("go on\n");
    expect(lines).toEqual(["go on"]);
  });
});

it("a process in the background may not read its terminal", () => {
  const status = (group: number, terminal: number) => () =>
    `7 (a) (b c) S 1 ${group} 7 34816 ${terminal} 4194304 0`;
  expect([isInForeground(status(7, 7)), isInForeground(status(7, 9))]).toEqual([true, false]);
  const fail = () => {
    throw new Error("no such file");
  };
  expect(isInForeground(fail)).toBe(true);
});
