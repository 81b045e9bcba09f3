import { describe, expect, test } from "vitest";
import type { MediaSource } from "../../contract/index.ts";
import { estimateMedia } from "./media-estimate.ts";

function png(width: number, height: number): MediaSource {
  const bytes = Buffer.alloc(32);
  bytes.write("\u0089PNG\r\n\u001a\n", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return { kind: "base64", mediaType: "image/png", data: bytes.toString("base64") };
}
const base64 = (data: string | Buffer, mediaType: string): MediaSource => ({
  kind: "base64",
  mediaType,
  data: Buffer.from(data).toString("base64"),
});
const url: MediaSource = { kind: "url", url: "https://h/x" };

describe("the tokens of an image", () => {
  test.each([
    [1, 1, 1],
    [512, 512, 1],
    [513, 512, 2],
    [512, 513, 2],
    [768, 768, 4],
    [2048, 768, 8],
    [4096, 768, 4],
    [768, 4096, 4],
    [2048, 4096, 6],
    [10_000, 100, 4],
  ])("of %i by %i pixels are those of %i tiles", (width, height, tiles) => {
    expect(estimateMedia("image", png(width, height))).toBe(85 + 170 * tiles);
  });

  test("are few in low detail, and those of four tiles without a known size", () => {
    expect(estimateMedia("image", png(2000, 2000), "low")).toBe(85);
    expect(estimateMedia("image", png(512, 512), "high")).toBe(255);
    expect(estimateMedia("image", url)).toBe(765);
    expect(estimateMedia("image", base64("no image", "image/png"))).toBe(765);
    expect(estimateMedia("image", url, "low")).toBe(85);
  });
});

describe("the tokens of a document", () => {
  test("are those of its text, in whatever form", () => {
    expect(estimateMedia("document", { kind: "text", text: "a".repeat(8) })).toBe(2);
    expect(estimateMedia("document", base64("a".repeat(8), "text/plain"))).toBe(2);
    expect(estimateMedia("document", base64("a".repeat(8), "text/csv"))).toBe(2);
    expect(estimateMedia("document", base64("aaaaaaaa", "application/json"))).toBe(2);
  });

  test.each([
    ["/Type /Page", 1],
    ["/Type/Page /Type /Page", 2],
    ["/Type /Pages", 1],
    ["/Type /Pages /Type /Page", 1],
    ["nothing", 1],
  ])("of a PDF with %j are those of %i pages", (text, pages) => {
    expect(estimateMedia("document", base64(text, "application/pdf"))).toBe(2250 * pages);
  });

  test("are those of one page when it is elsewhere", () => {
    expect(estimateMedia("document", url)).toBe(2250);
  });
});

describe("the tokens of audio and video", () => {
  test("are those of their seconds, by their size", () => {
    expect(estimateMedia("audio", base64(Buffer.alloc(48_000), "audio/mp3"))).toBeCloseTo(96, 6);
    expect(estimateMedia("video", base64(Buffer.alloc(750_000), "video/mp4"))).toBeCloseTo(885, 6);
  });

  test("are those of at least a second, and of a minute when they are elsewhere", () => {
    expect(estimateMedia("audio", base64("x", "audio/mp3"))).toBe(32);
    expect(estimateMedia("video", base64("x", "video/mp4"))).toBe(295);
    expect(estimateMedia("audio", url)).toBe(1920);
    expect(estimateMedia("video", url)).toBe(17_700);
  });
});
