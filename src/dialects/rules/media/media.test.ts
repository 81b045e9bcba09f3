import { describe, expect, it } from "vitest";
import type { Block, Message } from "../../../contract/index.ts";
import { findDialect } from "../../registry/lookup.ts";
import { translateRequest } from "../../translate/request.ts";
import { applying } from "../fixtures/applying.ts";
import type { ModelRule } from "../rule.ts";
import { standardBase64 } from "./base64.ts";
import { imageType } from "./image-type.ts";
import { mediaAddress } from "./media-address.ts";
import { toolResultMedia } from "./tool-result-media.ts";

const image = (mediaType: string, data = "QUJD"): Block => ({
  type: "image",
  source: { kind: "base64", mediaType, data },
});
const remote = (url: string): Block => ({ type: "image", source: { kind: "url", url } });
const text = (value: string): Block => ({ type: "text", text: value });
const user = (...content: Block[]): Message => ({ role: "user", content });
const assistant: Message = { role: "assistant", content: [text("ok")] };
const result = (...content: Block[]): Block => ({
  type: "tool_result",
  id: "c1",
  name: "look",
  kind: "function",
  content,
});

function apply(rule: ModelRule, messages: Message[], limits: Parameters<typeof applying>[2]) {
  const { before, after, notes } = applying(rule, { messages }, limits);
  return { isSame: before === after, messages: after.messages, notes };
}

describe("the type of an image", () => {
  const limits = { media: { imageTypes: ["image/png", "image/jpeg"] } };

  it("is left alone if the target takes it, and if no limit is known", () => {
    expect(apply(imageType, [user(image("image/png"), text("x"))], limits).isSame).toBe(true);
    expect(apply(imageType, [user(image("image/gif"))], {}).isSame).toBe(true);
    expect(apply(imageType, [user(remote("https://a.example/x.gif"))], limits).isSame).toBe(true);
    expect(apply(imageType, [user(image(""))], limits).isSame).toBe(true);
  });

  it("is refused in the question, with the type in the reason", () => {
    const { isSame, notes } = apply(imageType, [user(image("image/gif"))], limits);
    expect(isSame).toBe(true);
    expect(notes).toMatchObject([
      {
        disposition: "refused",
        feature: "image.base64",
        reason: "images of type image/gif are not accepted",
      },
    ]);
  });

  it("leaves a text in the history and in results of tools, which is disclosed", () => {
    const { messages, notes } = apply(
      imageType,
      [user(image("image/gif")), assistant, user(text("and?")), assistant, user(result(image("image/gif")))],
      limits,
    );
    expect(messages[0]!.content).toEqual([
      text("[The image that was here could not be sent: images of type image/gif are not accepted.]"),
    ]);
    expect(messages[4]!.content[0]).toMatchObject({ content: [{ type: "text" }] });
    expect(notes.map(({ disposition }) => disposition)).toEqual(["disclosed", "disclosed"]);
  });

  it("is written as the target spells it", () => {
    const { messages, notes } = apply(imageType, [user(image("image/JPG"))], limits);
    expect(messages[0]!.content).toEqual([image("image/jpeg")]);
    expect(notes).toMatchObject([{ disposition: "mapped" }]);
  });

  it("gif is refused from Claude to Gemini", () => {
    const source = { type: "base64", media_type: "image/gif", data: "QUJD" };
    const body = {
      model: "gemini-2.5-pro",
      max_tokens: 9,
      messages: [{ role: "user", content: [{ type: "image", source }] }],
    };
    expect(() => translateRequest(findDialect("claude"), findDialect("gemini"), body)).toThrow(/image\/gif/);
  });
});

describe("the address of media", () => {
  const limits = { media: { urls: /^https:/ } };

  it("is left alone if the target reads it", () => {
    expect(apply(mediaAddress, [user(remote("https://a.example/i.png"))], limits).isSame).toBe(true);
    expect(apply(mediaAddress, [user(remote("ms://1"))], {}).isSame).toBe(true);
  });

  it("is refused in the question, and a text in the history", () => {
    const { notes } = apply(mediaAddress, [user(remote(`ms://${"x".repeat(200)}`))], limits);
    expect(notes).toMatchObject([{ disposition: "refused", feature: "image.url" }]);
    expect(notes[0]!.reason.length).toBeLessThan(200);
    const later = apply(mediaAddress, [user(remote("ms://1")), assistant, user(text("x"))], limits);
    expect(later.messages[0]!.content[0]).toMatchObject({ type: "text" });
    expect(later.notes).toMatchObject([{ disposition: "disclosed" }]);
  });

  it.each([
    ["kimi", "kimi-k3"],
    ["gemini", "gemini-2.5-pro"],
  ])("of the web is refused by %s, which reads none", (to, model) => {
    const body = {
      model,
      messages: [
        { role: "user", content: [{ type: "image_url", image_url: { url: "https://a.example/i.png" } }] },
      ],
    };
    expect(() => translateRequest(findDialect("openai"), findDialect(to), body)).toThrow(
      /does not read this address/,
    );
  });
});

describe("inline data", () => {
  const limits = { media: { base64: "standard" as const } };
  const bytes = Buffer.from([0xfb, 0xff, 0xfe, 0x3f]);

  it("is left alone if it is standard, and if the target takes any", () => {
    expect(apply(standardBase64, [user(image("image/png", bytes.toString("base64")))], limits).isSame).toBe(
      true,
    );
    expect(apply(standardBase64, [user(image("image/png", "-_"))], {}).isSame).toBe(true);
  });

  it.each([
    ["the URL alphabet", bytes.toString("base64url")],
    ["no padding", bytes.toString("base64").replaceAll("=", "")],
    ["line breaks", `${bytes.toString("base64").slice(0, 4)}\r\n${bytes.toString("base64").slice(4)}`],
  ])("with %s is written in the standard alphabet", (_, data) => {
    const { messages, notes } = apply(standardBase64, [user(result(image("image/png", data)))], limits);
    expect(messages[0]!.content).toEqual([result(image("image/png", bytes.toString("base64")))]);
    expect(notes).toMatchObject([{ disposition: "mapped", feature: "image.base64" }]);
  });

  it.each(["QUJD changed 5", "Q", "QUJD=QUJ", "QUJD*"])("that is no base64 stays as it is: %s", (data) => {
    expect(apply(standardBase64, [user(image("image/png", data))], limits).isSame).toBe(true);
  });

  it("of a Gemini caller reaches Claude in the standard alphabet", () => {
    const inlineData = { mimeType: "image/png", data: bytes.toString("base64url") };
    const body = { contents: [{ role: "user", parts: [{ inlineData }] }] };
    const { request, report } = translateRequest(findDialect("gemini"), findDialect("claude"), body, {
      model: "m",
      stream: false,
    });
    expect(JSON.stringify(request.body)).toContain(`"data":"${bytes.toString("base64")}"`);
    expect(report.entries).toContainEqual(
      expect.objectContaining({
        path: "$.contents[0].parts[0]",
        rule: "media.base64",
        disposition: "mapped",
      }),
    );
  });
});

describe("media in the result of a tool", () => {
  const limits = { media: { inToolResults: false } };

  it("is left alone if the target takes it", () => {
    expect(apply(toolResultMedia, [user(result(image("image/png")))], {}).isSame).toBe(true);
    expect(apply(toolResultMedia, [user(result(text("x")))], limits).isSame).toBe(true);
    const note: Block = { type: "document", source: { kind: "text", text: "x" } };
    expect(apply(toolResultMedia, [user(result(note))], limits).isSame).toBe(true);
  });

  it("follows the results in the same turn", () => {
    const { messages, notes } = apply(
      toolResultMedia,
      [user(result(text("seen"), image("image/png")), text("go on"))],
      limits,
    );
    expect(messages[0]!.content).toEqual([
      result(text("seen")),
      text("go on"),
      text("Content of the result of look c1:"),
      image("image/png"),
    ]);
    expect(notes).toMatchObject([{ disposition: "mapped", feature: "tool_result.media" }]);
  });

  it("leaves a result that is nothing else a text", () => {
    const { messages } = apply(toolResultMedia, [user(result(image("image/png")))], limits);
    expect(messages[0]!.content[0]).toEqual(result(text("The content follows.")));
  });

  it("reaches Gemini 2.5 as a part beside the response, and Gemini 3 inside it", () => {
    const content = [{ type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD" } }];
    const body = (model: string) => ({
      model,
      max_tokens: 9,
      messages: [
        { role: "user", content: "look" },
        { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "look", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content }] },
      ],
    });
    const parts = (model: string) => {
      const { request } = translateRequest(findDialect("claude"), findDialect("gemini"), body(model));
      return (request.body["contents"] as { parts: Record<string, unknown>[] }[])[2]!.parts;
    };
    expect(parts("gemini-2.5-pro").map((part) => Object.keys(part)[0])).toEqual([
      "functionResponse",
      "text",
      "inlineData",
    ]);
    expect(parts("gemini-2.5-pro")[0]).not.toHaveProperty("functionResponse.parts");
    expect(parts("gemini-3.6-flash")[0]).toHaveProperty("functionResponse.parts");
  });
});
