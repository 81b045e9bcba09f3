/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Enough for the headers of PNG, GIF and WebP, and for the frame of a JPEG, which follows its metadata. */
const HEADER_CHARACTERS = 262_144;

/** Reads the size of a PNG, GIF, WebP or JPEG in base64 from its header. Returns undefined for anything else. */
export function readImageSize(base64: string): ImageSize | undefined {
  const bytes = Buffer.from(base64.slice(0, HEADER_CHARACTERS), "base64");
  const size = readSize(bytes);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function readSize(bytes: Buffer): ImageSize | undefined {
  const mark = bytes.toString("latin1", 0, 16);
  if (mark.startsWith("\u0089PNG") && bytes.length >= 24)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (mark.startsWith("GIF8") && bytes.length >= 10)
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (mark.startsWith("RIFF") && mark.slice(8, 12) === "WEBP" && bytes.length >= 30)
    return readWebp(bytes, mark.slice(12, 16));
  return mark.startsWith("\u00ff\u00d8") ? readJpeg(bytes) : undefined;
}

/** RFC 9649: each of the three kinds of first chunk stores the size differently. */
function readWebp(bytes: Buffer, chunk: string): ImageSize | undefined {
  if (chunk === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === "VP8 ")
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** ITU-T T.81: segments with their lengths, up to the segment that starts a frame. */
function readJpeg(bytes: Buffer): ImageSize | undefined {
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
