import { describe, expect, it } from "vitest";
import type { Block, MediaSource } from "../../../contract/index.ts";
import { applying } from "../fixtures/applying.ts";
import { mediaAddress } from "./media-address.ts";

function notesOf(block: Block, media?: object) {
  const limits = media === undefined ? {} : { media };
  return applying(mediaAddress, { messages: [{ role: "user", content: [block] }] }, limits).notes;
}

const media = { urls: /^gs:/, publicUrls: ["image", "document"] };
const at = (url: string, type = "image", mediaType?: string): Block =>
  ({ type, source: { kind: "url", url, ...(mediaType === undefined ? {} : { mediaType }) } }) as Block;

describe("media at an address", () => {
  it.each([
    ["gs://b/a", "image"],
    ["gs://b/a", "video"],
    ["https://a.test/a.png", "image"],
    ["https://a.test:443/a.png", "image"],
    ["https://a.test/a", "document"],
    ["https://a.test/a.pdf", "document"],
    ["https://a.test/a.PDF", "document"],
    ["https://a.test/a.longer", "document"],
    ["https://a.test/a.b", "document"],
    ["https://a.test/v1.txt/a", "document"],
  ])("is read: %s as %s", (url, type) => {
    expect(notesOf(at(url, type), media)).toEqual([]);
  });

  it.each([
    ["http://a.test/a.png", "image"],
    ["https://a.test:8443/a.png", "image"],
    ["https://host/a.png", "image"],
    ["https://localhost/a.png", "image"],
    ["https://127.0.0.1/a.png", "image"],
    ["https://[::1.2.3.4]/a.png", "image"],
    ["https://a.local/a.png", "image"],
    ["https://a.internal/a.png", "image"],
    ["https://a.localhost/a.png", "image"],
    ["https://a.lan/a.png", "image"],
    ["https://a.home/a.png", "image"],
    ["https://a.corp/a.png", "image"],
    ["not an address", "image"],
    ["https://a.test/a.txt", "document"],
    ["https://a.test/a.docx", "document"],
  ])("is refused: %s as %s", (url, type) => {
    expect(notesOf(at(url, type), media)).toMatchObject([
      {
        disposition: "refused",
        feature: `${type}.url`,
        reason: "the target does not read this address; send the bytes instead",
      },
    ]);
  });

  it("that names its type is judged by it", () => {
    expect(notesOf(at("https://a.test/a.txt", "document", "application/pdf"), media)).toEqual([]);
    expect(notesOf(at("https://a.test/a.pdf", "document", "text/plain"), media)).toHaveLength(1);
    expect(notesOf(at("https://a.test/a.png", "image", "text/plain"), media)).toEqual([]);
  });

  it("is read if no limit is known, and refused if no public address is", () => {
    const block = at("https://a.test/a.png");
    expect(notesOf(block)).toEqual([]);
    expect(notesOf(block, { publicUrls: [] })).toEqual([]);
    expect(notesOf(block, { urls: /^gs:/ })).toHaveLength(1);
    expect(notesOf(at("https://a.test/a.mp4", "video"), media)).toHaveLength(1);
  });

  it.each<[MediaSource]>([
    [{ kind: "base64", mediaType: "image/png", data: "AA" }],
    [{ kind: "file", id: "x", issuer: "y" }],
  ])("is none in %j", (source) => {
    expect(notesOf({ type: "image", source }, { urls: /^gs:/ })).toEqual([]);
  });
});
