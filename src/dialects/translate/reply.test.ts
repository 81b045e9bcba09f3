import { expect, it } from "vitest";
import type { Block, Reply } from "../../contract/index.ts";
import { IdMap } from "../id-map.ts";
import { findDialect } from "../registry/lookup.ts";
import { readReply, returnReply } from "./reply.ts";

const call = (id: string, name = "f"): Block => ({ type: "tool_use", id, name, kind: "function", input: {} });
const text: Block = { type: "text", text: "x" };
const replyOf = (...content: Block[]): Reply => ({ id: "r", candidates: [{ index: 0, content }] });
const memoryOf = (ids: IdMap) => ({
  ids,
  tools: { custom: new Set<string>(), namespaced: new Map([["ns__g", { namespace: "ns", name: "g" }]]) },
  streams: false,
  streamUsage: false,
  model: "m",
});

it("returns the caller's ids to its calls, and its tools to their own form", () => {
  const ids = new IdMap({ pattern: /^\w+$/, maxLength: 40 });
  const sent = ids.forward("not legal!");
  const reply = replyOf(text, call(sent), call("other", "ns__g"));
  expect(returnReply(reply, memoryOf(ids))).toEqual(
    replyOf(text, call("not legal!"), { ...call("other", "g"), namespace: "ns" } as Block),
  );
});

it("returns the tools alone if no id was changed", () => {
  expect(returnReply(replyOf(call("a", "ns__g")), memoryOf(new IdMap()))).toEqual(
    replyOf({ ...call("a", "g"), namespace: "ns" } as Block),
  );
  const plain = { ...memoryOf(new IdMap()), tools: { custom: new Set<string>(), namespaced: new Map() } };
  const reply = replyOf(text, call("a"));
  expect(returnReply(reply, plain)).toBe(reply);
});

it("accounts for the same losses if what is carried is left out", () => {
  const body = {
    id: "msg_1",
    model: "c",
    role: "assistant",
    odd: 1,
    content: [
      { type: "thinking", thinking: "hm", signature: "s" },
      { type: "text", text: "a", citations: [{ type: "char_location", cited_text: "b" }] },
      { type: "tool_use", id: "1", name: "f", input: {} },
    ],
    stop_reason: "tool_use",
    usage: { input_tokens: 1, output_tokens: 2, server_tool_use: { web_search_requests: 1 } },
  };
  const entriesOf = (lossesOnly: boolean) =>
    readReply(findDialect("claude"), findDialect("openai"), body, {
      memory: memoryOf(new IdMap()),
      id: "r",
      created: 1,
      lossesOnly,
    }).report.entries;
  const losses = entriesOf(true);
  expect(losses).toEqual(entriesOf(false).filter(({ disposition }) => disposition !== "mapped"));
  expect(losses.length).toBeGreaterThan(1);
});
