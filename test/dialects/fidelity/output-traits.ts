import { wordsOf } from "../oracle/exact.ts";
import { enforcedSchema } from "../oracle/guarantees.ts";
import type { Trait, Wire } from "./trait.ts";
import type { Json } from "./wire-turns.ts";

const openai: readonly Wire[] = ["chat", "responses"];
const every: readonly Wire[] = ["chat", "responses", "messages", "gemini"];

/** Schemas that callers hold answers to. */
export const outputTraits: readonly Trait[] = [
  {
    name: "a schema that the answer is held to",
    slot: "output",
    wires: every,
    plant: (wire, random) => {
      const name = `field_${random.below(1e6)}`;
      const schema = {
        type: "object",
        properties: { [name]: { type: "string" } },
        required: [name],
        additionalProperties: false,
      };
      return {
        members: outputMembers(wire, schema),
        isKept: (to, body) => wordsOf(enforcedSchema(to, body)).includes(name),
        losses:
          /^output|response_format|text\.format|output_config|responseJsonSchema|responseSchema|generationConfig/,
      };
    },
  },
  {
    name: "a schema with a member that may be left out",
    slot: "output",
    wires: ["messages", "gemini"],
    plant: (wire, random) => {
      const name = `maybe_${random.below(1e6)}`;
      const schema = {
        type: "object",
        properties: { [name]: { type: "string" } },
        additionalProperties: false,
      };
      return {
        members: outputMembers(wire, schema),
        isKept: (to, body) => wordsOf(enforcedSchema(to, body)).includes(name),
        // No strict schema has such a member.
        losses: /^output\.(?:strict|json_schema)$/,
      };
    },
  },
  {
    name: "a list of anything and an object of anything in the answer",
    slot: "output",
    wires: openai,
    plant: (wire, random) => {
      const name = `open_${random.below(1e6)}`;
      const schema = { type: "object", properties: { [name]: { type: "array" }, thing: { type: "object" } } };
      return {
        members: outputMembers(wire, schema, false),
        isKept: (_, body) => wordsOf(body).includes(name),
        losses: /^output/,
      };
    },
  },
  {
    name: "a schema that refers to itself",
    slot: "output",
    wires: openai,
    plant: (wire, random) => {
      const name = `node_${random.below(1e6)}`;
      const node = {
        type: "object",
        properties: {
          value: { type: "string" },
          next: { anyOf: [{ $ref: `#/$defs/${name}` }, { type: "null" }] },
        },
        required: ["value", "next"],
        additionalProperties: false,
      };
      const schema = { ...node, $defs: { [name]: node } };
      return {
        members: outputMembers(wire, schema),
        isKept: (to, body) => wordsOf(enforcedSchema(to, body)).includes(name),
        losses: /^output|response_format|text\.format/,
        mustPass: true,
      };
    },
  },
  {
    name: "an answer of one of some words",
    slot: "output",
    wires: ["gemini"],
    plant: (_, random) => {
      const word = `word_${random.below(1e9)}`;
      const schema = { type: "STRING", enum: [word, "other"] };
      return {
        members: { generationConfig: { responseMimeType: "text/x.enum", responseSchema: schema } },
        isKept: (to, body) => wordsOf(enforcedSchema(to, body)).includes(word),
        losses: /^output\.enum$/,
        mustPass: true,
      };
    },
  },
  {
    name: "a list as the whole answer",
    slot: "output",
    wires: ["messages", "gemini"],
    plant: (wire, random) => {
      const word = `item_${random.below(1e9)}`;
      return {
        members: outputMembers(wire, { type: "array", items: { type: "string", enum: [word] } }),
        isKept: (to, body) => wordsOf(enforcedSchema(to, body)).includes(word),
        losses: /^output|output_config|responseJsonSchema|generationConfig/,
      };
    },
  },
];

function outputMembers(wire: Wire, schema: Json, strict = true): Json {
  switch (wire) {
    case "chat":
      return {
        response_format: { type: "json_schema", json_schema: { name: "answer", strict, schema } },
      };
    case "responses":
      return { text: { format: { type: "json_schema", name: "answer", strict, schema } } };
    case "messages":
      return { output_config: { format: { type: "json_schema", schema } } };
    default:
      return { generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema } };
  }
}
