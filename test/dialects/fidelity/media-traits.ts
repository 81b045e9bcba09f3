import { wordsOf } from "../oracle/exact.ts";
import type { Planted, Trait, Wire } from "./trait.ts";
import { type Json, marker, writers } from "./wire-turns.ts";

const says = (text: string) => (_: Wire, body: Json) => wordsOf(body).includes(text);

/** Media and inline text in the messages of the user. */
export const mediaTraits: readonly Trait[] = [
  {
    name: "an image",
    wires: ["chat", "responses", "messages", "gemini"],
    plant: (wire, random) => {
      const data = Buffer.from(marker(random, "image")).toString("base64");
      const url = `data:image/png;base64,${data}`;
      const turn = {
        chat: { role: "user", content: [{ type: "image_url", image_url: { url } }] },
        responses: { type: "message", role: "user", content: [{ type: "input_image", image_url: url }] },
        messages: {
          role: "user",
          content: [{ type: "image", source: { type: "base64", media_type: "image/png", data } }],
        },
        gemini: { role: "user", parts: [{ inlineData: { mimeType: "image/png", data } }] },
      }[wire];
      return { turns: [turn, ...writers[wire].assistant("seen")], isKept: says(data), losses: /image/ };
    },
  },
  {
    name: "inline text",
    wires: ["gemini"],
    plant: (wire, random) => {
      const said = marker(random, "inline");
      const data = Buffer.from(said).toString("base64");
      const turn = { role: "user", parts: [{ inlineData: { mimeType: "text/plain", data } }] };
      return {
        turns: [turn, ...writers[wire].assistant("read")],
        isKept: (_, body) => [said, data].some((one) => wordsOf(body).includes(one)),
        mustPass: true,
      };
    },
  },
  {
    name: "an image at a public address",
    wires: ["chat", "responses", "messages"],
    plant: (wire, random) => {
      const url = `https://images.example.com/${random.below(1e9)}.png`;
      const turn = {
        chat: { role: "user", content: [{ type: "image_url", image_url: { url } }] },
        responses: { type: "message", role: "user", content: [{ type: "input_image", image_url: url }] },
        messages: { role: "user", content: [{ type: "image", source: { type: "url", url } }] },
      }[wire as "chat"];
      return atAddress(wire, turn, url);
    },
  },
  {
    name: "a PDF at a public address",
    wires: ["responses", "messages"],
    plant: (wire, random) => {
      const url = `https://papers.example.com/${random.below(1e9)}.pdf`;
      const turn = {
        responses: { type: "message", role: "user", content: [{ type: "input_file", file_url: url }] },
        messages: { role: "user", content: [{ type: "document", source: { type: "url", url } }] },
      }[wire as "messages"];
      return atAddress(wire, turn, url);
    },
  },
];

function atAddress(wire: Wire, turn: Json, url: string): Planted {
  return {
    turns: [turn, ...writers[wire].assistant("seen")],
    isKept: says(url),
    losses: /image|document/,
    // These models fetch it themselves.
    mustPass: fetches,
    holdsAlways: (to, body, { model }) => !fetches(to, model) || says(url)(to, body),
  };
}

function fetches(wire: Wire, model: string): boolean {
  return (wire === "messages" && model.startsWith("claude-")) || /^gemini-[3-9]/.test(model);
}
