import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  corpusExists,
  countLine,
  genuine,
  recordedReplies,
  recordedRequests,
  recordedStreams,
  recordings,
  sampleOf,
} from "./corpus.ts";
import { generateAnswer, generateScene } from "./generate.ts";
import { firstDeepDifference, framesOf, oracleOf, type Saying, semanticDifference } from "./oracle/index.ts";
import { renderReply, renderStream } from "./render-reply.ts";
import { renderRequest } from "./render-request.ts";
import { understand } from "./vendor-sdk.ts";

const ids = ["claude", "openai", "kimi", "copilot", "codex", "gemini"];

describe("the oracle", () => {
  it("imports nothing but its own files", () => {
    const folder = resolve(import.meta.dirname, "oracle");
    for (const name of readdirSync(folder)) {
      const imports = [...readFileSync(resolve(folder, name), "utf8").matchAll(/from\s+"([^"]+)"|import\(/g)];
      expect(imports.length).toBe(imports.filter((match) => match[1]?.startsWith("./")).length);
    }
  });

  it("tells a lost member, a changed text and a lost null of the caller's own JSON apart", () => {
    const before = { messages: [{ role: "user", content: "one" }], metadata: null };
    expect(
      semanticDifference("claude", before, { messages: [{ content: "one", role: "user" }] }),
    ).toBeUndefined();
    expect(semanticDifference("claude", before, { messages: [{ role: "user", content: "two" }] })).toContain(
      "$.messages[0].content",
    );
    expect(
      semanticDifference("claude", { content: [{ input: { a: null } }] }, { content: [{ input: {} }] }),
    ).toContain("$.content[0].input.a");
    expect(
      semanticDifference("gemini", { tool_config: { a_b: 1 } }, { toolConfig: { aB: 1 } }),
    ).toBeUndefined();
    expect(
      semanticDifference(
        "gemini",
        { parts: [{ functionCall: { args: { a_b: 1 } } }] },
        { parts: [{ functionCall: { args: { aB: 1 } } }] },
      ),
    ).toContain("args");
  });

  it("reads a rendered answer the same from its body and from its stream", () => {
    for (const id of ids)
      for (let seed = 0; seed < 60; seed += 1) {
        const answer = generateAnswer(seed);
        const oracle = oracleOf(id);
        const whole = oracle.reply(renderReply(id, answer));
        const streamed = oracle.reply(oracle.collapse(framesOf(renderStream(id, answer, seed))));
        expect(firstDeepDifference(streamed, whole), `${id} ${seed}`).toBeUndefined();
      }
  });

  it("reads the same conversation from every rendering", () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const scene = generateScene(seed);
      const texts = ids.map((id) => {
        const { body } = renderRequest(id, scene);
        const { said, tools } = oracleOf(id).request(body);
        const spoken = said.filter((one) => one.kind === "text" && one.who !== "instruction");
        return JSON.stringify([
          spoken,
          said.filter((one) => one.kind === "tool_call"),
          tools.map((tool) => tool["name"]),
        ]);
      });
      expect(new Set(texts).size).toBe(1);
    }
  });
});

describe.skipIf(!corpusExists)("the oracle over the recordings", () => {
  it("reads every request, reply and stream", () => {
    console.log(countLine("recordings", recordings()));
    for (const id of ids) {
      const oracle = oracleOf(id);
      for (const one of recordedRequests(id)) oracle.request(one.request(), "");
      for (const one of recordedReplies(id)) oracle.reply(one.body());
      for (const one of recordedStreams(id)) oracle.reply(oracle.collapse(framesOf(one.bytes())));
      console.log(
        `${id}: ${recordedRequests(id).length} requests, ${recordedReplies(id).length} replies, ${countLine("streams", recordedStreams(id))}`,
      );
    }
  });

  it.each(["claude", "openai", "codex", "gemini"])(
    "puts the streams of %s together as the vendor's client does",
    async (id) => {
      const own = genuine(recordedStreams(id)).filter(
        ({ facts }) => facts.complete && makers.has(facts.vendor),
      );
      let refused = 0;
      for (const one of sampleOf(own, 30)) {
        const oracle = oracleOf(id);
        const said = oracle.reply(oracle.collapse(framesOf(one.bytes()))).answers[0]?.said ?? [];
        const theirs = await understand(id, one.bytes()).catch(() => undefined);
        if (theirs === undefined) refused += 1;
        else expect(understoodOf(said), one.name).toEqual({ text: theirs.text, inputs: theirs.inputs });
      }
      console.log(
        `${id}: the vendor's client refused ${refused} of ${Math.min(30, own.length)} recorded streams`,
      );
      expect(refused).toBeLessThan(10);
    },
  );
});

const makers = new Set(["anthropic", "openai", "google"]);

function understoodOf(said: readonly Saying[]): { text: string; inputs: unknown[] } {
  return {
    text: said.flatMap((one) => (one.kind === "text" ? [one.facts["text"]] : [])).join(""),
    inputs: said.flatMap((one) => (one.kind === "tool_call" ? [one.facts["input"]] : [])),
  };
}
