import { expect, it } from "vitest";
import type { Conversation, StreamEvent } from "../../contract/index.ts";
import { RepairLoop } from "./repair-loop.ts";
import { RepairRounds } from "./repair-rounds.ts";

const conversation: Conversation = {
  model: "m",
  system: [],
  tools: [],
  messages: [{ role: "user", content: [{ type: "text", text: "json please" }] }],
  sampling: {},
  stop: [],
  output: { kind: "json" },
};
const digest = (bytes: number) => ({ bytes, sha256: "aa" });
const failure: StreamEvent = { type: "error", code: "capability_emulation_failed", message: "no JSON" };

it("the loop of a repair shows the model its answer, and records both calls of the engine", async () => {
  const rounds = new RepairRounds(() => ({
    push: (event) => (event.type === "candidate_stop" ? [failure] : [event]),
    end: () => [],
  }));
  const written: Conversation[] = [];
  const request = { method: "POST", path: "/", headers: [], repeatable: true } as const;
  const loop = new RepairLoop({
    rounds,
    conversation,
    firstRequest: digest(1),
    write: (one) => {
      written.push(one);
      return { request, digest: digest(2) };
    },
  });
  const at = { candidate: 0, block: 0 };
  rounds.push({ type: "block_start", ...at, content: { type: "text", text: "" } });
  rounds.push({ type: "text_delta", ...at, text: "sorry" });
  rounds.push({ type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } });
  rounds.push({ type: "usage", usage: { input: 3 } });
  loop.endRound(digest(3));
  loop.noteUsage();
  const next = await loop.next();
  expect(next).toEqual({ request, digest: digest(2) });
  const [first, said, again] = written[0]!.messages;
  expect([first, said]).toEqual([
    conversation.messages[0],
    { role: "assistant", content: [{ type: "text", text: "sorry" }] },
  ]);
  expect(JSON.stringify(again)).toContain("has no complete JSON value");
  loop.startRound(next!);
  expect(rounds.isPending).toBe(false);
  expect(loop.calls).toEqual([
    { request: digest(1), response: digest(3), usage: { input: 3 } },
    { request: digest(2) },
  ]);
  expect(loop.searches).toEqual([]);
  loop.stop();
});
