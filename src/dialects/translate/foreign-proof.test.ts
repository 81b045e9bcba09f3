import { describe, expect, it } from "vitest";
import { findDialect } from "../registry/lookup.ts";
import { memoryCustody } from "./custody.ts";
import { translateRequest } from "./request.ts";

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

  it("A12: is stripped where custody knows that another dialect issued the turn", () => {
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
