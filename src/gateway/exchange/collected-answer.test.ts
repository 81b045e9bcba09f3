import { describe, expect, it } from "vitest";
import { collectAnswer } from "./collected-answer.ts";

describe("an answer that is taken whole", () => {
  it("keeps characters that were split between pieces", async () => {
    const { sink, answer } = collectAnswer();
    const bytes = Buffer.from("naïve 😀");
    sink.head(200, []);
    for (const byte of bytes) sink.write(Buffer.of(byte));
    sink.end("!");
    expect(await answer).toEqual({ status: 200, body: "naïve 😀!" });
  });

  it("is an error if it broke off", async () => {
    const { sink, answer } = collectAnswer();
    sink.break();
    await expect(answer).rejects.toMatchObject({ code: "stream_closed" });
  });
});

describe("the size of an answer that is taken whole", () => {
  it("may reach the limit, and not a byte more", async () => {
    const fits = collectAnswer(4);
    fits.sink.head(201, []);
    expect(fits.sink.write("ab")).toBe(true);
    fits.sink.end("cd");
    expect(await fits.answer).toEqual({ status: 201, body: "abcd" });

    const larger = collectAnswer(4);
    expect(larger.sink.write("abc")).toBe(true);
    expect(larger.sink.write("de")).toBe(true);
    larger.sink.end();
    await expect(larger.answer).rejects.toMatchObject({
      code: "stream_closed",
      message: "the answer is larger than 4 bytes",
    });
  });

  it("is counted in bytes, and is at most 64 MiB unless told otherwise", async () => {
    const bytes = collectAnswer(3);
    bytes.sink.write("ää");
    await expect(bytes.answer).rejects.toMatchObject({ code: "stream_closed" });

    const chunk = Buffer.alloc(8 * 1024 * 1024, 0x20);
    const whole = collectAnswer();
    for (let count = 0; count < 8; count += 1) whole.sink.write(chunk);
    whole.sink.write("x");
    await expect(whole.answer).rejects.toMatchObject({
      message: `the answer is larger than ${64 * 1024 * 1024} bytes`,
    });
  });

  it("does not change with a chunk that the writer uses again", async () => {
    const { sink, answer } = collectAnswer();
    const chunk = Buffer.from("one");
    sink.write(chunk);
    chunk.write("two");
    sink.end();
    expect(await answer).toEqual({ status: 0, body: "one" });
  });
});
