import { expect, it } from "vitest";
import type { Conversation, StreamEvent } from "../../contract/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { SliceQueue } from "../slices/slice-queue.ts";
import { openRepairLoop, type RepairedCall } from "./open-repair-loop.ts";

const conversation: Conversation = {
  ...{ model: "m", system: [], tools: [], sampling: {}, stop: [] },
  messages: [{ role: "user", content: [{ type: "text", text: "json please" }] }],
  output: { kind: "json" },
};
const failure: StreamEvent = { type: "error", code: "capability_emulation_failed", message: "no JSON" };
const request = {
  method: "POST",
  path: "/v1/messages",
  headers: ["x", "1"],
  repeatable: true,
  body: Buffer.from("first"),
} as const;

function callOf(more: Partial<RepairedCall["translation"]> = {}) {
  const written: Conversation[] = [];
  const translation = {
    repair: {
      conversation,
      write: (one: Conversation) => {
        written.push(one);
        return { path: "/v1/second", body: { model: "m", stream: true } };
      },
    },
    emulation: {
      openRewriter: () => ({
        push: (event: StreamEvent) => (event.type === "candidate_stop" ? [failure] : [event]),
        end: () => [],
      }),
    },
    ...more,
  } as unknown as RepairedCall["translation"];
  const engine = { name: "e", cloud: undefined };
  const upstreamRequest = digestBody("first");
  return { written, call: { translation, engine, request, upstreamRequest, slices: new SliceQueue() } };
}

it("a call is repaired only if its JSON is emulated and may be asked for again", () => {
  expect(openRepairLoop(callOf().call)).toBeDefined();
  expect(openRepairLoop(callOf({ repair: undefined }).call)).toBeUndefined();
  expect(openRepairLoop(callOf({ emulation: undefined }).call)).toBeUndefined();
});

it("the request of the second round has the engine's form, the headers of the first, and a digest of its own", async () => {
  const { call, written } = callOf();
  const loop = openRepairLoop(call)!;
  expect(loop.calls).toEqual([{ request: digestBody("first") }]);
  const at = { candidate: 0, block: 0 };
  loop.rounds.push({ type: "block_start", ...at, content: { type: "text", text: "" } });
  loop.rounds.push({ type: "text_delta", ...at, text: "sorry" });
  loop.rounds.push({ type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } });
  expect(loop.rounds.isPending).toBe(true);
  const next = (await loop.next())!;
  const body = Buffer.from(JSON.stringify({ model: "m", stream: true }));
  expect(next).toEqual({ request: { ...request, path: "/v1/second", body }, digest: digestBody(body) });
  expect(written[0]?.messages).toHaveLength(3);
});
