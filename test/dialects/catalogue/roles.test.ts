import { describe, expect, it } from "vitest";
import { generateScene } from "../generate.ts";
import { list, object } from "../oracle/neutral.ts";
import { renderRequest } from "../render-request.ts";
import {
  all,
  allPairs,
  answer,
  ask,
  askOrRefuse,
  claudeReply,
  geminiReply,
  isAdmitted,
  textsIn,
} from "./stage.ts";

const chats = ["openai", "kimi", "copilot"] as const;
const late = "Stay short from now on.";

/** A chat with an instruction where most dialects have no place for one. */
function midway(role: "system" | "developer", trailing = false) {
  return {
    model: "m",
    messages: [
      { role: "system", content: "You are kind." },
      { role: "user", content: "Good morning." },
      { role: "assistant", content: "Good morning to you." },
      ...(trailing ? [{ role: "user", content: "How are you?" }] : []),
      { role, content: late },
      ...(trailing ? [] : [{ role: "user", content: "How are you?" }]),
    ],
  };
}

describe("roles and content", () => {
  it.each(all)("E1: an instruction at the end is never put into the model's mouth for %s", (to) => {
    for (const role of ["system", "developer"] as const) {
      const outcome = askOrRefuse("openai", to, midway(role, true));
      if (outcome instanceof Error) continue;
      expect(textsIn(outcome.neutral.said, "assistant")).toEqual(["Good morning to you."]);
      expect(textsIn(outcome.neutral.said).join("\n")).toContain(late);
    }
  });

  it.each(["claude", "gemini"])("E2: turns of one role next to each other are one turn for %s", (to) => {
    const body = {
      model: "m",
      messages: [
        { role: "user", content: "One." },
        { role: "user", content: "Two." },
        { role: "assistant", content: "Three." },
        { role: "user", content: "Four." },
        { role: "system", content: late },
        { role: "user", content: "Five." },
      ],
    };
    const outcome = askOrRefuse("openai", to, body);
    if (outcome instanceof Error) return;
    const turns = list(outcome.body["messages"] ?? outcome.body["contents"]).map(
      (turn) => object(turn)["role"],
    );
    turns.forEach((role, index) => {
      if (index > 0 && to === "gemini") expect(role).not.toBe(turns[index - 1]);
    });
    expect(textsIn(outcome.neutral.said).join(" ")).toContain("Five.");
  });

  it.each(["claude", "gemini", "codex"])(
    "E3: only instructions before the first turn go to the head for %s",
    (to) => {
      const outcome = askOrRefuse("openai", to, midway("developer"));
      if (outcome instanceof Error) return;
      const head = JSON.stringify([
        outcome.body["system"],
        outcome.body["systemInstruction"],
        outcome.body["instructions"],
      ]);
      expect(head).not.toContain(late);
      const before = JSON.stringify([outcome.neutral.said.slice(0, 3)]);
      const without = ask("openai", to, {
        ...midway("developer"),
        messages: midway("developer").messages.slice(0, 3),
      });
      expect(before).toBe(JSON.stringify([without.neutral.said.slice(0, 3)]));
    },
  );

  it.each(allPairs.filter(([from]) => from !== "claude" && from !== "gemini"))(
    "E4: a later instruction from %s reaches %s in its place or is refused",
    (from, to) => {
      const messages = midway("system").messages;
      const body =
        from === "codex"
          ? {
              model: "m",
              input: messages.map(({ role, content }) => ({
                type: "message",
                role,
                content: [{ type: role === "assistant" ? "output_text" : "input_text", text: content }],
              })),
            }
          : { model: "m", messages };
      const outcome = askOrRefuse(from, to, body);
      if (outcome instanceof Error) return expect(isAdmitted(outcome, "role.")).toBe(true);
      const texts = textsIn(outcome.neutral.said).join("|");
      expect(texts.indexOf(late)).toBeGreaterThan(texts.indexOf("Good morning to you."));
      // Claude takes an instruction only behind a turn of the user.
      if (to !== "claude") expect(texts.indexOf(late)).toBeLessThan(texts.indexOf("How are you?"));
      if (to === "codex") {
        const item = list(outcome.body["input"])
          .map(object)
          .find((one) => JSON.stringify(one).includes(late));
        expect(["developer", "system"]).toContain(item?.["role"]);
      }
      return undefined;
    },
  );

  it.each(all)("E5: every part of Gemini's system instruction reaches %s", (to) => {
    const body = {
      systemInstruction: { parts: [{ text: "First rule here." }, { text: "Second rule here." }] },
      contents: [{ role: "user", parts: [{ text: "hi there" }] }],
    };
    const { neutral } = ask("gemini", to, body);
    const said = textsIn(neutral.said, "instruction").join("|");
    expect(said).toContain("First rule here.");
    expect(said).toContain("Second rule here.");
  });

  it.each(all)("E6: an empty text makes no empty block for %s", (to) => {
    const call = {
      role: "assistant",
      content: "",
      tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
    };
    const body = {
      model: "m",
      messages: [
        { role: "user", content: "hi there" },
        call,
        { role: "tool", tool_call_id: "call_1", content: "" },
      ],
    };
    const { body: written } = ask("openai", to, body);
    if (to === "openai") return;
    const shown = JSON.stringify(
      list(written["messages"] ?? written["contents"] ?? written["input"]).slice(0, 2),
    );
    expect(shown).not.toContain('{"type":"text","text":""}');
    expect(shown).not.toContain('{"text":""}');
    expect(shown).not.toContain('"content":[]');
  });

  it("E7: copilot gets its instructions as one leading system message or in their places", () => {
    for (const from of all.filter((one) => one !== "copilot")) {
      const scene = { ...generateScene(11), system: ["Be kind.", "Be brief."] };
      const outcome = askOrRefuse(from, "copilot", renderRequest(from, scene).body);
      if (outcome instanceof Error) continue;
      const roles = list(outcome.body["messages"]).map((message) => object(message)["role"]);
      const first = roles.findIndex((role) => role !== "system" && role !== "developer");
      expect(roles.slice(first)).not.toContain("system");
      expect(textsIn(outcome.neutral.said, "instruction").join(" ")).toContain("Be kind.");
    }
  });

  it.each(all)(
    "E8: an image URL, audio, n and both sampling values reach %s with their meaning or are refused",
    (to) => {
      const url = "https://example.com/cat.png";
      const image = askOrRefuse("openai", to, {
        model: "m",
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "What is it?" },
              { type: "image_url", image_url: { url } },
            ],
          },
        ],
      });
      if (image instanceof Error) expect(isAdmitted(image, "image.url")).toBe(true);
      else {
        const seen = image.neutral.said.find((one) => one.kind === "image" || one.kind === "document");
        expect(seen?.facts["url"]).toBe(url);
      }
      const audio = askOrRefuse("openai", to, {
        model: "m",
        messages: [
          {
            role: "user",
            content: [{ type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } }],
          },
        ],
      });
      if (audio instanceof Error) expect(isAdmitted(audio, "audio")).toBe(true);
      else expect(audio.neutral.said.find((one) => one.kind === "audio")?.facts["data"]).toBe("UklGRg==");
      const several = askOrRefuse("openai", to, {
        model: "m",
        n: 2,
        messages: [{ role: "user", content: "hi there" }],
      });
      if (several instanceof Error) expect(isAdmitted(several, "candidates")).toBe(true);
      else expect(several.neutral.parameters["n"]).toBe(2);
      const both = askOrRefuse("openai", to, {
        model: "m",
        temperature: 0.3,
        top_p: 0.7,
        messages: [{ role: "user", content: "hi there" }],
      });
      if (both instanceof Error) expect(isAdmitted(both, "t")).toBe(true);
      else
        for (const [name, feature] of [
          ["temperature", "temperature"],
          ["topP", "top_p"],
        ] as const)
          expect(both.neutral.parameters[name] !== undefined || isAdmitted(both, feature)).toBe(true);
    },
  );

  it.each(all)("E9: all text blocks reach %s, in requests and replies", (to) => {
    const blocks = ["Alpha one.", "Beta two.", "Gamma three."];
    const body = {
      model: "m",
      max_tokens: 9,
      messages: [{ role: "user", content: blocks.map((text) => ({ type: "text", text })) }],
    };
    expect(
      textsIn(ask("claude", to, body).neutral.said)
        .join("|")
        .replaceAll(/[|\n ]+/g, " "),
    ).toBe("Alpha one. Beta two. Gamma three.");
    const replies = [
      [
        "claude",
        claudeReply(
          blocks.map((text) => ({ type: "text", text })),
          "end_turn",
        ),
      ],
      [
        "gemini",
        geminiReply(
          blocks.map((text) => ({ text })),
          "STOP",
        ),
      ],
    ] as const;
    for (const [from, reply] of replies) {
      const said = textsIn(answer(from, to, reply).neutral.answers[0]?.said).join("");
      for (const text of blocks) expect(said).toContain(text);
    }
  });

  it.each(all)(
    "E10: input_text blocks for claude, and documents by file id, are accepted for %s or give a typed error",
    (to) => {
      const foreign = {
        model: "m",
        max_tokens: 9,
        messages: [{ role: "user", content: [{ type: "input_text", text: "hello there" }] }],
      };
      const outcome = askOrRefuse("claude", to, foreign);
      if (!(outcome instanceof Error)) expect(JSON.stringify(outcome.body)).toContain("hello there");
      const document = { type: "document", source: { type: "file", file_id: "file_0123" } };
      const filed = askOrRefuse("claude", to, {
        model: "m",
        max_tokens: 9,
        messages: [{ role: "user", content: [document] }],
      });
      if (filed instanceof Error) expect(isAdmitted(filed, "document.file")).toBe(true);
      else expect(JSON.stringify(filed.body)).toContain("file_0123");
    },
  );

  it.each(chats)("E1: a developer message stays an instruction for %s", (to) => {
    const { neutral } = ask("openai", to, {
      model: "m",
      messages: [
        { role: "developer", content: "Be kind." },
        { role: "user", content: "hi there" },
      ],
    });
    expect(textsIn(neutral.said, "instruction")).toEqual(["Be kind."]);
  });
});
