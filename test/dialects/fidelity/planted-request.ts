import { wireOf } from "../oracle/index.ts";
import type { Planted, Wire } from "./trait.ts";
import { type Json, writers } from "./wire-turns.ts";

const plain: Readonly<Record<Wire, Json>> = {
  chat: { model: "m", messages: [] },
  responses: { model: "m", input: [] },
  messages: { model: "m", max_tokens: 4000, messages: [] },
  gemini: { contents: [] },
};

/** The request of a dialect with what traits added: to a recorded request its members and tools, else turns as well. */
export function requestWith(dialect: string, planted: readonly Planted[], recorded?: Json): Json {
  const wire = wireOf(dialect);
  const writer = writers[wire];
  const body: Json = { ...(recorded ?? plain[wire]) };
  const tools = uniqueTools(
    wire,
    planted.flatMap((one) => one.tools ?? []),
  );
  if (tools.length > 0)
    body["tools"] = [...((body["tools"] as Json[] | undefined) ?? []), ...writer.tools(tools)];
  for (const { members } of planted) Object.assign(body, merged(body, members ?? {}));
  if (recorded !== undefined) return body;
  const turns = planted.flatMap((one) => one.turns ?? []);
  const opening = turns.length === 0 ? [] : writer.user("Here it begins.");
  body[writer.member] = merge(wire, [...opening, ...turns, ...writer.user("What now?")]);
  return body;
}

// Traits may bring the same plain tool.
function uniqueTools(wire: Wire, tools: readonly Json[]): Json[] {
  const nameOf = (tool: Json) =>
    String(tool["name"] ?? ((tool["function"] ?? tool["custom"]) as Json)["name"]);
  return [...new Map(tools.map((tool) => [`${wire} ${nameOf(tool)}`, tool])).values()];
}

function merged(body: Json, members: Json): Json {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      const before = body[name];
      const isBoth = isObject(before) && isObject(value);
      return [name, isBoth ? { ...before, ...merged(before, value) } : value];
    }),
  );
}

// The Messages API and Gemini want the roles in turn.
function merge(wire: Wire, turns: readonly Json[]): Json[] {
  if (wire !== "messages" && wire !== "gemini") return [...turns];
  const name = wire === "messages" ? "content" : "parts";
  const joined: Json[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.["role"] === turn["role"])
      joined[joined.length - 1] = {
        ...last,
        [name]: [...(last![name] as Json[]), ...(turn[name] as Json[])],
      };
    else joined.push(turn);
  }
  return joined;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("rawJSON" in value);
}
