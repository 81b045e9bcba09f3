import { describe, expect, it } from "vitest";
import type { MediaSource } from "../../../contract/index.ts";
import { readFileData, readInlineData, writeMedia } from "./media.ts";

const api = "https://generativelanguage.googleapis.com/v1beta/files/x";

describe("a part with media", () => {
  it.each([
    ["image/png", "image"],
    ["audio/wav", "audio"],
    ["video/mp4", "video"],
    ["application/pdf", "document"],
    ["text/image", "document"],
  ])("is read by its type: %s is %s", (mimeType, type) => {
    expect(readInlineData({ mimeType, data: "AA", more: 1 }, "$")).toStrictEqual({
      block: { type, source: { kind: "base64", mediaType: mimeType, data: "AA" } },
      left: { more: 1 },
    });
  });

  it("may have no data", () => {
    expect(readInlineData({ mimeType: "image/png" }, "$")).toStrictEqual({
      block: { type: "image", source: { kind: "base64", mediaType: "image/png", data: "" } },
      left: undefined,
    });
  });

  it.each([
    [{ fileUri: "gs://b/a" }, "document", { kind: "file", id: "gs://b/a", issuer: "google" }],
    [
      { fileUri: "files/a", mimeType: "image/png" },
      "image",
      { kind: "file", id: "files/a", issuer: "google", mediaType: "image/png" },
    ],
    [{ fileUri: api }, "document", { kind: "file", id: api, issuer: "google" }],
    [{ fileUri: "https://a.test/gs://b" }, "document", { kind: "url", url: "https://a.test/gs://b" }],
    [{ fileUri: "https://a.test/a.JPG?x=1" }, "image", { kind: "url", url: "https://a.test/a.JPG?x=1" }],
    [
      { fileUri: "https://a.test/a.jpg", mimeType: "audio/wav" },
      "audio",
      { kind: "url", url: "https://a.test/a.jpg", mediaType: "audio/wav" },
    ],
    [{ fileUri: "https://youtu.be/a" }, "video", { kind: "url", url: "https://youtu.be/a" }],
  ])("may be an address: %j is %s", (value, type, source) => {
    expect(readFileData(value, "$")).toStrictEqual({ block: { type, source }, left: undefined });
  });

  it("keeps further members, and needs its address", () => {
    expect(readFileData({ fileUri: "files/a", more: 1 }, "$").left).toEqual({ more: 1 });
    expect(() => readFileData({}, "$.fileData")).toThrow("$.fileData.fileUri");
  });

  it.each<[MediaSource, object | undefined]>([
    [
      { kind: "base64", mediaType: "image/png", data: "AA" },
      { inlineData: { mimeType: "image/png", data: "AA" } },
    ],
    [{ kind: "text", text: "hi" }, { inlineData: { mimeType: "text/plain", data: "aGk=" } }],
    [
      { kind: "text", text: "hi", mediaType: "text/csv" },
      { inlineData: { mimeType: "text/csv", data: "aGk=" } },
    ],
    [
      { kind: "url", url: "https://a.test/a", mediaType: "image/gif" },
      { fileData: { mimeType: "image/gif", fileUri: "https://a.test/a" } },
    ],
    [
      { kind: "url", url: "https://a.test/a.pdf#p" },
      { fileData: { mimeType: "application/pdf", fileUri: "https://a.test/a.pdf#p" } },
    ],
    [{ kind: "url", url: "https://a.test/a" }, { fileData: { fileUri: "https://a.test/a" } }],
    [
      { kind: "url", url: "https://a.test/a.constructor" },
      { fileData: { fileUri: "https://a.test/a.constructor" } },
    ],
    [{ kind: "url", url: "https://a.test" }, { fileData: { fileUri: "https://a.test" } }],
    [{ kind: "url", url: "gopher" }, { fileData: { fileUri: "gopher" } }],
    [{ kind: "url", url: "https://youtu.be/a.mp4" }, { fileData: { fileUri: "https://youtu.be/a.mp4" } }],
    [
      { kind: "url", url: "http://www.youtube.com/a.mp4" },
      { fileData: { fileUri: "http://www.youtube.com/a.mp4" } },
    ],
    [
      { kind: "url", url: "https://notyoutube.com/a.mp4" },
      { fileData: { mimeType: "video/mp4", fileUri: "https://notyoutube.com/a.mp4" } },
    ],
    [{ kind: "file", id: "x", issuer: "google" }, { fileData: { fileUri: "x" } }],
    [
      { kind: "file", id: "files/x", issuer: "claude", mediaType: "image/png" },
      { fileData: { mimeType: "image/png", fileUri: "files/x" } },
    ],
    [{ kind: "file", id: "x", issuer: "claude" }, undefined],
  ])("is written from the source %j", (source, part) => {
    expect(writeMedia({ type: "document", source })).toStrictEqual(part);
  });

  it.each([
    ["png", "image/png"],
    ["jpeg", "image/jpeg"],
    ["webp", "image/webp"],
    ["gif", "image/gif"],
    ["heic", "image/heic"],
    ["heif", "image/heif"],
    ["txt", "text/plain"],
    ["mp3", "audio/mpeg"],
    ["wav", "audio/wav"],
    ["ogg", "audio/ogg"],
    ["flac", "audio/flac"],
    ["webm", "video/webm"],
    ["mov", "video/quicktime"],
    ["jpg", "image/jpeg"],
  ])("has the type of its extension: %s is %s", (extension, mimeType) => {
    const fileUri = `https://a.test/a.${extension}`;
    expect(writeMedia({ type: "document", source: { kind: "url", url: fileUri } })).toEqual({
      fileData: { mimeType, fileUri },
    });
  });
});
