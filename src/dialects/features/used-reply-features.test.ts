import { describe, expect, it } from "vitest";
import type { Block, Candidate, Reply } from "../../contract/index.ts";
import { listUsedReplyFeatures } from "./used-reply-features.ts";

function used(reply: Partial<Reply>): string[] {
  return listUsedReplyFeatures({ candidates: [], ...reply }).map(({ feature }) => feature);
}

function inCandidate(candidate: Partial<Candidate>): string[] {
  return used({ candidates: [{ index: 0, content: [], ...candidate }] });
}

const base64 = { kind: "base64", mediaType: "image/png", data: "" } as const;

describe("the features of a reply", () => {
  it("are its facts", () => {
    expect(used({})).toEqual([]);
    expect(used({ id: "r", model: "m", created: 0, serviceTier: "flex" })).toEqual([
      "id",
      "model",
      "created",
      "service_tier",
    ]);
    expect(used({ vendor: { acme: { a: 1, b: 2 } } })).toEqual(["vendor", "vendor"]);
  });

  it("tell several answers from one", () => {
    expect(used({ candidates: [{ index: 0, content: [] }] })).toEqual([]);
    expect(
      used({
        candidates: [
          { index: 0, content: [] },
          { index: 1, content: [] },
        ],
      }),
    ).toEqual(["candidates"]);
  });

  it("are the stop reason, its sequence, log probabilities and own members of each answer", () => {
    expect(inCandidate({ stop: { reason: "refusal" } })).toEqual(["stop.refusal"]);
    expect(inCandidate({ stop: { reason: "stop_sequence", sequence: "x" } })).toEqual([
      "stop.stop_sequence",
      "stop.sequence",
    ]);
    expect(inCandidate({ logprobs: [] })).toEqual(["logprobs"]);
    expect(inCandidate({ vendor: { acme: { a: 1 } } })).toEqual(["vendor"]);
  });

  it("are those of each kind of block", () => {
    const blocks: [Block, string[]][] = [
      [{ type: "text", text: "" }, ["text"]],
      [{ type: "text", text: "x", citations: [] }, ["text"]],
      [{ type: "text", text: "x", citations: [{ kind: "k" }] }, ["text", "citation"]],
      [{ type: "tool_use", id: "c", name: "f", kind: "function", input: {} }, ["tool_use"]],
      [
        { type: "tool_use", id: "c", name: "f", kind: "custom", input: undefined, signature: "s" },
        ["tool_use.custom", "tool_use.signature"],
      ],
      [{ type: "thinking", text: "" }, []],
      [
        { type: "thinking", text: "t", signature: "s", sealed: "e" },
        ["thinking.text", "thinking.signature", "thinking.sealed"],
      ],
      [{ type: "redacted_thinking", data: "d" }, ["thinking.redacted"]],
      [{ type: "image", source: base64 }, ["image"]],
      [{ type: "audio", source: base64 }, ["audio"]],
      [{ type: "refusal", text: "no" }, ["refusal"]],
      [{ type: "opaque", dialect: "codex", kind: "x", value: {} }, ["opaque"]],
      [{ type: "document", source: base64 }, ["opaque"]],
      [{ type: "text", text: "", vendor: { acme: { a: 1 } } }, ["text", "vendor"]],
    ];
    for (const [block, expected] of blocks) expect(inCandidate({ content: [block] })).toEqual(expected);
  });

  it("are the counts of the usage that are known, and its own members", () => {
    expect(used({ usage: { input: 0, output: 1, total: undefined, vendor: { acme: { a: 1 } } } })).toEqual([
      "usage.input",
      "usage.output",
      "vendor",
    ]);
  });

  it("name the node that uses them", () => {
    const candidate: Candidate = { index: 0, content: [], stop: { reason: "end_turn" } };
    const usage = { input: 1 };
    expect(listUsedReplyFeatures({ id: "r", candidates: [candidate], usage })).toEqual([
      { feature: "id", node: undefined },
      { feature: "stop.end_turn", node: candidate },
      { feature: "usage.input", node: usage },
    ]);
  });
});

describe("what is said of a feature of a reply", () => {
  const whole = (reply: Partial<Reply>) => listUsedReplyFeatures({ candidates: [], ...reply });
  const own = (member: string, more: object = {}) => ({ dialect: "acme", member, ...more });

  it("is the node that has it, and of several answers each one's place", () => {
    const usage = { input: 1, cacheRead: 0, vendor: { acme: { a: 1 } } };
    const first: Candidate = { index: 0, content: [], stop: { reason: "stop_sequence", sequence: "x" } };
    const second: Candidate = { index: 1, content: [], logprobs: [] };
    expect(whole({ id: "r", candidates: [first, second], usage, vendor: { acme: { b: 2 } } })).toStrictEqual([
      { feature: "id", node: undefined },
      { feature: "stop.stop_sequence", node: first },
      { feature: "stop.sequence", node: first },
      { feature: "candidates", node: second, isPlace: true },
      { feature: "logprobs", node: second },
      { feature: "usage.input", node: usage },
      { feature: "usage.cacheRead", node: usage },
      { feature: "vendor", node: usage, vendor: own("a", { value: 1 }) },
      { feature: "vendor", node: undefined, vendor: own("b", { value: 2 }) },
    ]);
  });

  it("is the path of an own member inside another", () => {
    const vendor = { acme: { a: 1, b: {}, c: { d: 1, "e f": 2 } } };
    const node: Candidate = { index: 0, content: [], vendor };
    expect(whole({ candidates: [node] })).toStrictEqual([
      { feature: "vendor", node, vendor: own("a") },
      { feature: "vendor", node, vendor: own("b") },
      { feature: "vendor", node, vendor: own("d", { path: ".c.d" }) },
      { feature: "vendor", node, vendor: own("e f", { path: '.c["e f"]' }) },
    ]);
  });

  it("is said once for all citations of a block that have the same fate", () => {
    const foreign = "a citation without a URL has no form in another dialect";
    const node: Block = {
      type: "text",
      text: "x",
      citations: [
        { kind: "a", url: "u" },
        { kind: "b", url: "v" },
        { kind: "c" },
        { kind: "d" },
        { kind: "e", vendor: { claude: {} } },
        { kind: "f", vendor: { claude: {} } },
        { kind: "g", answer: { start: 0, end: 1 }, vendor: { codex: {} } },
      ],
    };
    expect(whole({ candidates: [{ index: 0, content: [node] }] })).toStrictEqual([
      { feature: "text", node },
      { feature: "citation", node },
      { feature: "citation", node, foreign },
      { feature: "citation", node, foreign, issuer: "claude" },
      { feature: "citation", node, foreign, issuer: "codex" },
      { feature: "citation.range", node },
    ]);
  });
});
