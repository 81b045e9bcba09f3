import { wordsOf } from "../oracle/exact.ts";
import {
  effortIn,
  hasGrammar,
  resultOf,
  saidByAssistant,
  showsReasoning,
  toolIn,
} from "../oracle/guarantees.ts";
import { cacheTraits } from "./cache-traits.ts";
import { mediaTraits } from "./media-traits.ts";
import { outputTraits } from "./output-traits.ts";
import type { Planted, Trait, Wire } from "./trait.ts";
import { type Json, largeNumber, marker, rawNumber, writers } from "./wire-turns.ts";

const every: readonly Wire[] = ["chat", "responses", "messages", "gemini"];
const openai: readonly Wire[] = ["chat", "responses"];
const plainSchema = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
  additionalProperties: false,
};

const says = (text: string) => (_: Wire, body: Json) => wordsOf(body).includes(text);

export const traits: readonly Trait[] = [
  ...cacheTraits,
  ...mediaTraits,
  ...outputTraits,
  {
    name: "a large number in the arguments of a call",
    wires: every,
    plant: (wire, random) => {
      const digits = largeNumber(random);
      const writer = writers[wire];
      const turns = writer.called(
        `call_${random.below(1e6)}`,
        "f",
        { id: rawNumber(digits) },
        { text: "ok" },
      );
      return { turns, tools: [writer.tool("f", plainSchema)], isKept: says(digits), mustPass: true };
    },
  },
  {
    name: "a large number in the schema of a tool",
    wires: every,
    plant: (wire, random) => {
      const digits = largeNumber(random);
      const schema = { type: "object", properties: { a: { type: "integer", maximum: rawNumber(digits) } } };
      return {
        tools: [writers[wire].tool("g", schema)],
        isKept: says(digits),
        losses: /tools/,
        mustPass: true,
      };
    },
  },
  {
    name: "a tool with strict arguments",
    wires: ["chat", "responses", "messages"],
    plant: (wire, random) => {
      const name = `strict_${random.below(1e6)}`;
      return {
        tools: [writers[wire].tool(name, plainSchema, { strict: true })],
        isKept: (to, body) => toolIn(to, body, name)?.isStrict === true,
        losses: /tool\.strict|tools/,
      };
    },
  },
  {
    name: "a tool with strict arguments that refer to themselves",
    wires: openai,
    plant: (wire, random) => {
      const name = `nested_${random.below(1e6)}`;
      const child = { anyOf: [{ $ref: "#" }, { type: "null" }] };
      const schema = {
        type: "object",
        properties: { child },
        required: ["child"],
        additionalProperties: false,
      };
      return {
        tools: [writers[wire].tool(name, schema, { strict: true })],
        isKept: (to, body) => toolIn(to, body, name)?.isStrict === true,
        losses: /tool\.strict|tools/,
        mustPass: true,
      };
    },
  },
  {
    name: "a grammar that the input of a tool is held to",
    wires: openai,
    plant: (wire, random) => {
      const definition = `start: "word_${random.below(1e9)}"`;
      const name = `grammar_${random.below(1e6)}`;
      const tool =
        wire === "chat"
          ? {
              type: "custom",
              custom: { name, format: { type: "grammar", grammar: { syntax: "lark", definition } } },
            }
          : { type: "custom", name, format: { type: "grammar", syntax: "lark", definition } };
      return {
        tools: [tool],
        isKept: (_, body) => hasGrammar(body, definition),
        losses: /tool\.custom|tools/,
      };
    },
  },
  {
    name: "an effort",
    slot: "reasoning",
    wires: ["chat", "responses", "messages", "gemini"],
    plant: (wire, random) => {
      const level = random.pick(
        wire === "messages" ? ["low", "medium", "high", "max"] : ["low", "medium", "high"],
      );
      const members = {
        chat: { reasoning_effort: level },
        responses: { reasoning: { effort: level } },
        messages: { output_config: { effort: level } },
        gemini: { generationConfig: { thinkingConfig: { thinkingLevel: level.toUpperCase() } } },
      }[wire];
      const isLevel = (to: Wire, body: Json) => [level, "budget"].includes(String(effortIn(to, body)));
      const isSame = (to: Wire, body: Json) => to === wire && wordsOf(body["output_config"]).includes(level);
      return {
        members,
        isKept: (to, body) => isLevel(to, body) || isSame(to, body),
        losses: /^reasoning|effort|thinking/i,
      };
    },
  },
  {
    name: "reasoning that is to be shown",
    slot: "reasoning",
    wires: ["responses", "messages", "gemini"],
    plant: (wire) => {
      const members = {
        chat: {},
        responses: { reasoning: { effort: "high", summary: "auto" } },
        messages: { thinking: { type: "adaptive", display: "summarized" } },
        gemini: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
      }[wire];
      return {
        members,
        isKept: showsReasoning,
        losses: /^reasoning|summary|thinking|display/i,
        // Claude 5 shows it if the request asks for it expressly, and so do those before it if they think.
        holdsAlways: (to, body, { model }) =>
          !(wire === "gemini" ? /^claude-\w+-5/ : /^claude-\w+-(?:4-[678]|5)/).test(model) ||
          showsReasoning(to, body),
      };
    },
  },
  {
    name: "a search result in the result of a tool",
    wires: ["messages"],
    plant: (wire, random) => {
      const [said, title] = [marker(random, "found"), marker(random, "title")];
      const source = `https://example.com/${random.below(1e9)}`;
      const part = { type: "search_result", source, title, content: [{ type: "text", text: said }] };
      return result(wire, random, [part], said, [title, source]);
    },
  },
  {
    name: "a document of text in the result of a tool",
    wires: ["messages"],
    plant: (wire, random) => {
      const [said, title] = [marker(random, "written"), marker(random, "title")];
      const source = { type: "text", media_type: "text/plain", data: said };
      return result(wire, random, [{ type: "document", source, title }], said, [title]);
    },
  },
  {
    name: "a result that failed",
    wires: ["messages"],
    plant: (wire, random) => {
      const text = marker(random, "failed");
      const writer = writers[wire];
      return {
        turns: writer.called(`call_${random.below(1e6)}`, "f", {}, { text, isFailed: true }),
        tools: [writer.tool("f", plainSchema)],
        isKept: (to, body) => resultOf(to, body, text)?.isFailed === true,
        losses: /tool_result\.error|is_error/,
      };
    },
  },
  {
    name: "a later instruction",
    wires: openai,
    plant: (wire, random) => {
      const text = marker(random, "obey");
      const role = random.pick(["system", "developer"]);
      const [turn] = writers[wire].user(text);
      return {
        turns: [...writers[wire].user("first"), ...writers[wire].assistant("second"), { ...turn, role }],
        isKept: (to, body) => isInstruction(to, body, text),
        losses: /^role\.|messages|input/,
        // A turn of the user shows it apart from the user's own words.
        holdsAlways: (to, body) =>
          isInstruction(to, body, text) || wordsOf(body).includes(`<system>\n${text}\n</system>`),
      };
    },
  },
  refusal("a refusal of the assistant", openai, (wire, text) =>
    wire === "chat"
      ? { role: "assistant", content: null, refusal: text }
      : { type: "message", role: "assistant", content: [{ type: "refusal", refusal: text }] },
  ),
  refusal("a part in which the assistant refuses", ["chat"], (_, text) => ({
    role: "assistant",
    content: [{ type: "refusal", refusal: text }],
  })),
  {
    name: "an empty message of the user",
    wires: ["chat"],
    plant: (wire) => ({
      turns: [{ role: "user", content: "" }, ...writers[wire].assistant("you said nothing")],
      isKept: () => true,
      mustPass: true,
    }),
  },
  {
    name: "a list of anything and an object of anything among the arguments of a tool",
    // A choice among other tools may take this one away.
    slot: "choice",
    wires: every,
    plant: (wire, random) => {
      const name = `open_${random.below(1e6)}`;
      const schema = { type: "object", properties: { list: { type: "array" }, thing: { type: "object" } } };
      return {
        tools: [writers[wire].tool(name, schema), writers[wire].tool(`${name}_bare`, { type: "object" })],
        isKept: (to, body) => toolIn(to, body, name) !== undefined,
        mustPass: true,
      };
    },
  },
  {
    name: "a choice among some tools",
    slot: "choice",
    wires: openai,
    plant: (wire, random) => {
      const [allowed, other] = [`may_${random.below(1e6)}`, `must_not_${random.below(1e6)}`];
      const writer = writers[wire];
      const named =
        wire === "chat"
          ? { type: "function", function: { name: allowed } }
          : { type: "function", name: allowed };
      const list = { mode: "auto", tools: [named] };
      const choice =
        wire === "chat" ? { type: "allowed_tools", allowed_tools: list } : { type: "allowed_tools", ...list };
      return {
        tools: [writer.tool(allowed, plainSchema), writer.tool(other, plainSchema)],
        members: { tool_choice: choice },
        // The other tool is not offered, or the wire's own list of allowed tools leaves it out.
        isKept: (to, body) =>
          toolIn(to, body, other) === undefined ||
          (wordsOf(body["tool_choice"] ?? body["toolConfig"]).includes(allowed) &&
            !wordsOf(body["tool_choice"] ?? body["toolConfig"]).includes(other)),
        mustPass: true,
      };
    },
  },
];

function refusal(name: string, wires: readonly Wire[], turnOf: (wire: Wire, text: string) => Json): Trait {
  return {
    name,
    wires,
    plant: (wire, random) => {
      const text = marker(random, "no");
      return {
        turns: [...writers[wire].user("do it"), turnOf(wire, text)],
        isKept: (to, body) => saidByAssistant(to, body, text) !== undefined,
        losses: /^never$/,
        // Kimi knows no refusals.
        holdsAlways: (to, body, { model }) =>
          !model.startsWith("kimi-") || saidByAssistant(to, body, text) === "text",
      };
    },
  };
}

function result(
  wire: Wire,
  random: Parameters<Trait["plant"]>[1],
  parts: readonly Json[],
  said: string,
  labels: readonly string[],
): Planted {
  const writer = writers[wire];
  return {
    turns: writer.called(`call_${random.below(1e6)}`, "f", {}, { text: "", parts }),
    tools: [writer.tool("f", plainSchema)],
    isKept: (to, body) => {
      const found = resultOf(to, body, said);
      return found !== undefined && labels.every((label) => found.words.includes(label));
    },
    losses: /^never$/,
    mustPass: true,
  };
}

function isInstruction(wire: Wire, body: Json, text: string): boolean {
  const own =
    wire === "messages"
      ? body["system"]
      : wire === "gemini"
        ? body["systemInstruction"]
        : body["instructions"];
  if (wordsOf(own).includes(text)) return true;
  const turns = body[writers[wire].member];
  return (
    Array.isArray(turns) &&
    (turns as Json[]).some(
      ({ role, ...rest }) => (role === "system" || role === "developer") && wordsOf(rest).includes(text),
    )
  );
}
