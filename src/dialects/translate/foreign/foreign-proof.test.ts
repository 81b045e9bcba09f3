import { describe, expect, it } from "vitest";
import type { Block, Conversation } from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import { findDialect } from "../../registry/lookup.ts";
import { memoryCustody } from "../custody.ts";
import { translateRequest } from "../request.ts";
import { dropForeignProofs } from "./foreign-proof.ts";

const [claude, gemini, codex, copilot] = ["claude", "gemini", "codex", "copilot"].map(findDialect) as [
  ReturnType<typeof findDialect>,
  ReturnType<typeof findDialect>,
  ReturnType<typeof findDialect>,
  ReturnType<typeof findDialect>,
];

const tail = "7".repeat(60);
const anthropic = Buffer.from(`12b6020a46080b18022a40${tail}`, "hex").toString("base64");
const google = Buffer.from(`129f040a9c040802129704010c39${tail}`, "hex").toString("base64");
const older = Buffer.from(`0a24018f3d6b5f${tail}`, "hex").toString("base64");
const openai = `gAAAAABo${"x".repeat(40)}`;

function ask(signature: string) {
  const thinking = { type: "thinking", thinking: "hm", signature };
  const call = { type: "tool_use", id: "t1", name: "f", input: {} };
  return {
    model: "m",
    max_tokens: 9,
    messages: [
      { role: "user", content: "go" },
      { role: "assistant", content: [thinking, call] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "ok" }] },
    ],
  };
}

describe("a signature", () => {
  it("A12: is known by its shape to the one who issued it, and to nobody else", () => {
    const dialects = [claude, gemini, codex, copilot];
    const issuers = (proof: string) => dialects.filter((one) => one.issued(proof)).map(({ id }) => id);
    expect([anthropic, google, older, openai].map(issuers)).toEqual([
      ["claude"],
      ["gemini"],
      ["gemini"],
      ["codex"],
    ]);
    expect(["", "sig", "c2lnbmVk", "x".repeat(80)].flatMap(issuers)).toEqual([]);
  });

  it("A12: of another vendor is not sent on, and its loss is named", () => {
    const { request, report } = translateRequest(claude, gemini, ask(anthropic));
    expect(JSON.stringify(request.body)).not.toContain(anthropic);
    expect(JSON.stringify(request.body)).toContain('"hm"');
    expect(report.entries).toContainEqual(
      expect.objectContaining({
        path: "$.messages[1].content[0]",
        feature: "thinking.signature",
        disposition: "disclosed",
      }),
    );
    expect(() => translateRequest(claude, gemini, ask(anthropic), { strict: true })).toThrow("honoured");
  });

  it("A12: that the target issued through another caller's dialect goes home", () => {
    for (const signature of [google, older])
      expect(JSON.stringify(translateRequest(claude, gemini, ask(signature)).request.body)).toContain(
        signature,
      );
  });

  it("A12: of an unknown issuer is foreign, unless custody knows it", () => {
    const unknown = "bWFkZSB1cA==";
    const { request, report } = translateRequest(claude, gemini, ask(unknown));
    expect(JSON.stringify(request.body)).not.toContain(unknown);
    expect(report.entries).toContainEqual(
      expect.objectContaining({ disposition: "disclosed", feature: "thinking.signature" }),
    );
    const custody = memoryCustody();
    custody.hold("t1", { dialect: "gemini", thinking: [] });
    const known = translateRequest(claude, gemini, ask(unknown), { custody });
    expect(JSON.stringify(known.request.body)).toContain(unknown);
  });

  it("A12: is stripped if custody knows that another dialect issued the turn", () => {
    const custody = memoryCustody();
    custody.hold("t1", { dialect: "codex", thinking: [] });
    const { request } = translateRequest(claude, gemini, ask("bWFkZSB1cA=="), { custody });
    expect(JSON.stringify(request.body)).not.toContain("bWFkZSB1cA==");
  });

  it("A12: that is sealed reasoning of OpenAI's stays away from others", () => {
    const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: openai };
    const body = { model: "m", input: [{ role: "user", content: "go" }, reasoning] };
    const { request } = translateRequest(codex, copilot, body);
    expect(JSON.stringify(request.body)).not.toContain(openai);
  });
});

describe("proofs in a conversation", () => {
  const call: Block = { type: "tool_use", id: "t1", name: "f", kind: "function", input: {} };
  const drop = (content: Block[], source = claude, target = gemini, custody = memoryCustody()) => {
    const notes: WriterNote[] = [];
    const conversation: Conversation = {
      model: "m",
      system: [],
      tools: [],
      messages: [{ role: "assistant", content }],
      sampling: {},
      stop: [],
    };
    const kept = dropForeignProofs(conversation, source, target, custody, (note) => notes.push(note));
    return { kept: kept.messages[0]!.content, notes, isSame: kept === conversation };
  };

  it("of a call are taken away if another vendor issued them", () => {
    const signed: Block = { ...call, signature: anthropic };
    const { kept, notes } = drop([signed]);
    expect(kept).toEqual([call]);
    expect(notes).toEqual([
      expect.objectContaining({ node: signed, feature: "tool_use.signature", disposition: "disclosed" }),
    ]);
    const own: Block = { ...call, signature: google };
    expect(drop([own])).toMatchObject({ kept: [own], notes: [] });
  });

  it("are kept apart: the target's own stays if another goes", () => {
    const both: Block = { type: "thinking", text: "hm", signature: google, sealed: openai };
    const { kept, notes } = drop([both], claude, findDialect("gemini"));
    expect(kept[0]).toMatchObject({ text: "hm", signature: google });
    // The target has no place for sealed reasoning, which the account reports.
    expect([kept[0], notes]).toEqual([both, []]);
    const sealed: Block = { type: "thinking", text: "hm", signature: anthropic, sealed: openai };
    expect(drop([sealed], claude, codex).kept).toEqual([sealed]);
  });

  it("go one by one to a target that takes both", () => {
    const { features } = codex;
    const takesBoth = {
      ...codex,
      features: { ...features, "thinking.signature": features["thinking.sealed"] },
    };
    const thinking = { type: "thinking", text: "hm" } as const;
    const reason = "issued by another vendor, so it means nothing here";
    const lost = (node: Block, feature: string) => ({
      node,
      at: "",
      disposition: "disclosed",
      reason,
      feature,
    });
    const own: Block = { ...thinking, signature: anthropic, sealed: openai };
    expect(drop([own], claude, takesBoth)).toStrictEqual({
      kept: [{ ...thinking, sealed: openai }],
      notes: [lost(own, "thinking.signature")],
      isSame: false,
    });
    const other: Block = { ...thinking, signature: openai, sealed: anthropic };
    expect(drop([other], claude, takesBoth)).toStrictEqual({
      kept: [{ ...thinking, signature: openai }],
      notes: [lost(other, "thinking.sealed")],
      isSame: false,
    });
    const neither: Block = { ...thinking, signature: anthropic, sealed: google };
    expect(drop([neither], claude, takesBoth)).toStrictEqual({
      kept: [thinking],
      notes: [lost(neither, "thinking.signature"), lost(neither, "thinking.sealed")],
      isSame: false,
    });
  });

  it("leave nothing of thinking without a text", () => {
    expect(drop([{ type: "thinking", text: "", signature: anthropic }, call]).kept).toEqual([call]);
    expect(drop([{ type: "thinking", text: "hm", signature: anthropic }]).kept).toEqual([
      { type: "thinking", text: "hm" },
    ]);
  });

  it("of an unknown shape are the caller's own if it speaks the target's dialect", () => {
    const unknown: Block = { type: "thinking", text: "hm", signature: "bWFkZSB1cA==" };
    expect(drop([unknown], gemini, gemini).kept).toEqual([unknown]);
    const foreign: Block = { type: "thinking", text: "hm", signature: anthropic };
    expect(drop([foreign], gemini, gemini).kept).toEqual([{ type: "thinking", text: "hm" }]);
  });

  it("are judged by custody, whichever call of the turn it knows", () => {
    const custody = memoryCustody();
    custody.hold("t2", { dialect: "claude", thinking: [] });
    const thinking: Block = { type: "thinking", text: "hm", signature: google };
    const { kept } = drop([thinking, call, { ...call, id: "t2" }], claude, gemini, custody);
    expect(kept[0]).toEqual({ type: "thinking", text: "hm" });
  });

  it("are looked for in the model's turns alone, and without any the conversation stays as it is", () => {
    expect(drop([{ type: "text", text: "x" }, call]).isSame).toBe(true);
  });
});
