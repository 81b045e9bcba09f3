import { describe, expect, test } from "vitest";
import { readImageSize } from "./image-size.ts";

const size = { width: 300, height: 200 };
const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
  );
const read = (image: Buffer): unknown => readImageSize(image.toString("base64"));

/** An image header of each kind, with exactly the bytes that its size needs. */
const headers: [string, Buffer][] = [
  ["PNG", bytes("\u0089PNG", new Array(12).fill(0), [0, 0, 1, 0x2c, 0, 0, 0, 200])],
  ["GIF", bytes("GIF89a", [0x2c, 1, 200, 0])],
  ["extended WebP", bytes("RIFF\0\0\0\0WEBPVP8X", new Array(8).fill(0), [0x2b, 1, 0, 199, 0, 0])],
  ["lossy WebP", bytes("RIFF\0\0\0\0WEBPVP8 ", new Array(10).fill(0), [0x2c, 1, 200, 0])],
  [
    "lossless WebP",
    bytes("RIFF\0\0\0\0WEBPVP8L", [0, 0, 0, 0, 0x2f], [0x2b, 0xc1, 0x31, 0], [0, 0, 0, 0, 0]),
  ],
  ["JPEG", bytes([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 200, 1, 0x2c])],
];

describe("the size of an image", () => {
  test.each(headers)("is read from the header of a %s", (_, header) => {
    expect(read(header)).toEqual(size);
  });

  test.each(headers)("is unknown when the header of a %s is cut", (_, header) => {
    expect(read(header.subarray(0, -1))).toBeUndefined();
  });

  test.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xcf])("is read from a frame %x of a JPEG", (marker) => {
    expect(read(bytes([0xff, 0xd8, 0xff, marker, 0, 17, 8, 0, 200, 1, 0x2c, 3, 0]))).toEqual(size);
  });

  test.each([0xbf, 0xc4, 0xc8, 0xcc, 0xd0, 0xe0])("is not read from a segment %x of a JPEG", (marker) => {
    const frame = [0xff, 0xc0, 0, 17, 8, 0, 200, 1, 0x2c, 3, 0];
    expect(read(bytes([0xff, 0xd8, 0xff, marker, 0, 11, 1, 2, 3, 4, 5, 6, 7, 8, 9], frame))).toEqual(size);
    expect(read(bytes([0xff, 0xd8, 0xff, marker, 0, 11, 1, 2, 3, 4, 5, 6, 7, 8, 9]))).toBeUndefined();
  });

  test("is read behind fill bytes, and not from a segment without a marker", () => {
    expect(read(bytes([0xff, 0xd8, 0xff, 0xff, 0xff, 0xc0, 0, 17, 8, 0, 200, 1, 0x2c]))).toEqual(size);
    expect(read(bytes([0xff, 0xd8, 0, 0xc0, 0, 17, 8, 0, 200, 1, 0x2c, 0]))).toBeUndefined();
  });

  test.each([
    ["a width", [0, 0, 0, 0, 0, 0, 0, 1]],
    ["a height", [0, 0, 0, 1, 0, 0, 0, 0]],
  ])("is unknown without %s", (_, values) => {
    expect(read(bytes("\u0089PNG", new Array(12).fill(0), values))).toBeUndefined();
    expect(read(bytes("\u0089PNG", new Array(12).fill(0), [0, 0, 0, 1, 0, 0, 0, 1]))).toEqual({
      width: 1,
      height: 1,
    });
  });

  test.each(["BM", "RIFF\0\0\0\0WAVEVP8 ", "RIFF\0\0\0\0WEBPVP9 ", "XIFF\0\0\0\0WEBPVP8 ", "GIF7", ""])(
    "is unknown for %j",
    (mark) => {
      expect(read(bytes(mark, new Array(40).fill(1)))).toBeUndefined();
    },
  );

  test("is read within the first 262,144 characters only", () => {
    const segment = (length: number) =>
      bytes([0xff, 0xe0, length >> 8, length & 255], new Array(length - 2).fill(0));
    const frame = bytes([0xff, 0xc0, 0, 17, 8, 0, 200, 1, 0x2c, 3, 0]);
    const near = Buffer.concat([
      bytes([0xff, 0xd8]),
      segment(60_000),
      segment(60_000),
      segment(60_000),
      frame,
    ]);
    expect(read(near)).toEqual(size);
    const far = Buffer.concat([near.subarray(0, -frame.length), segment(60_000), frame]);
    expect(read(far)).toBeUndefined();
  });
});
