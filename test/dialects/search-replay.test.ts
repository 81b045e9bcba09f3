import { describe, expect, it } from "vitest";
import { translateReply, translateRequest } from "../../src/dialects/index.ts";
import { dialectNamed, dialects, emulatorsOf, replyOptions } from "./subjects.ts";

describe("a search of another vendor that a Claude caller sends back", () => {
  const action = { type: "search", query: "rain", sources: [{ type: "url", url: "https://a.test" }] };
  const part = { type: "output_text", text: "Wet.", annotations: [] };
  const body = {
    id: "resp_1",
    status: "completed",
    model: "m",
    output: [
      { type: "web_search_call", id: "ws_1", status: "completed", action },
      { type: "message", id: "msg_1", role: "assistant", content: [part] },
    ],
  };
  const claude = dialectNamed("claude");
  const { content } = translateReply(dialectNamed("codex"), claude, body, replyOptions()).body;
  const messages = [
    { role: "user", content: "Rain?" },
    { role: "assistant", content },
    { role: "user", content: "Sure?" },
  ];

  it("has sealed content of ours", () => {
    expect(JSON.stringify(content)).toContain("abp-search-1.");
  });

  it.each(dialects.map((target) => [target.id, target] as const))(
    "reaches %s without what we sealed",
    (_, target) => {
      const options = { emulators: emulatorsOf(target), targetModel: "m" };
      const { request } = translateRequest(claude, target, { model: "m", max_tokens: 9, messages }, options);
      expect(JSON.stringify(request.body)).not.toMatch(/abp-search-1|srvtoolu_abp/);
      expect(JSON.stringify(request.body)).toContain("Wet.");
    },
  );
});
