import { describe, expect, it } from "vitest";
import { compileRedactor } from "../../../lib/index.ts";
import { StderrTail } from "./stderr-tail.ts";

const plain = (text: string) => text;

describe("StderrTail", () => {
  it("keeps everything while there is room", () => {
    const tail = new StderrTail(10, plain);
    tail.push(Buffer.from("abc"));
    tail.push(Buffer.from("defghij"));
    expect(tail.text()).toBe("abcdefghij");
    expect([tail.totalBytes, tail.droppedBytes]).toEqual([10, 0]);
  });

  it.each([[[1]], [[3]], [[7]], [[50]], [[100]], [[13, 1, 40]]])(
    "keeps the last lines, in chunks of %j",
    (sizes) => {
      const text = Array.from({ length: 30 }, (_, index) => `line ${String(index).padStart(2, "0")}\n`).join(
        "",
      );
      const tail = new StderrTail(50, plain);
      for (let at = 0, index = 0; at < text.length; index += 1) {
        const size = sizes[index % sizes.length] ?? 1;
        tail.push(Buffer.from(text.slice(at, at + size)));
        at += size;
      }
      expect(tail.text()).toBe("line 24\nline 25\nline 26\nline 27\nline 28\nline 29\n");
      expect([tail.totalBytes, tail.droppedBytes]).toEqual([240, 190]);
    },
  );

  it("leaves out the beginning of a cut line, which may be half a secret", () => {
    const tail = new StderrTail(1000, compileRedactor(["correct-horse-battery"]));
    tail.push(
      Buffer.from(
        `${"x".repeat(100)}correct-horse-battery\nthen correct-horse-battery again\n`.padEnd(1100, "y"),
      ),
    );
    expect(tail.text()).not.toContain("battery");
    expect(tail.text()).toContain("then [redacted] again");
  });

  it("cuts a text without line ends as well", () => {
    const tail = new StderrTail(2000, plain);
    tail.push(Buffer.alloc(5000, 0x61));
    expect(tail.text()).toBe("a".repeat(2000 - 512));
  });

  it("searches the first 8 KiB for the end of the cut line", () => {
    for (const [lineEnd, kept] of [
      [8191, 20_000 - 8192],
      [8192, 20_000 - 512],
    ] as const) {
      const tail = new StderrTail(20_000, plain);
      tail.push(Buffer.from(`x${"a".repeat(lineEnd)}\n`.padEnd(20_001, "b")));
      expect(tail.text()).toHaveLength(kept);
    }
  });

  it("shortens the text from its beginning", () => {
    const tail = new StderrTail(100, plain);
    tail.push(Buffer.from("one two three"));
    expect(tail.text(5)).toBe("three");
    expect(tail.text(13)).toBe("one two three");
  });

  it("is empty if nothing is kept", () => {
    const tail = new StderrTail(0, plain);
    tail.push(Buffer.from("abc"));
    expect(tail.text()).toBe("");
    expect(tail.droppedBytes).toBe(3);
  });
});
