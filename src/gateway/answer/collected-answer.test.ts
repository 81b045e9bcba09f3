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

  it("is an error where it broke off", async () => {
    const { sink, answer } = collectAnswer();
    sink.break();
    await expect(answer).rejects.toMatchObject({ code: "stream_closed" });
  });
});
