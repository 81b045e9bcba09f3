import { Random } from "./random.ts";

/** A picture in a scene. */
export interface Picture {
  readonly mediaType: string;
  readonly data: string;
}

/** One piece of what a model says. */
export type Piece =
  | { readonly is: "thinking"; readonly text: string; readonly signature: string }
  | { readonly is: "text"; readonly text: string }
  | {
      readonly is: "call";
      readonly id: string;
      readonly name: string;
      readonly input: Record<string, unknown>;
    };

/** What a tool gave back. */
export interface Result {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly picture?: Picture;
  readonly isError?: boolean;
}

/** One turn of a scene. */
export type Turn =
  | { readonly who: "user"; readonly parts: readonly (string | Picture)[]; readonly name?: string }
  | { readonly who: "assistant"; readonly pieces: readonly Piece[] }
  | { readonly who: "tools"; readonly results: readonly Result[] };

export interface SceneTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Record<string, unknown>;
}

/** A conversation before it is put into any wire format. */
export interface Scene {
  readonly model: string;
  readonly system: readonly string[];
  readonly tools: readonly SceneTool[];
  readonly choice?: "auto" | "none" | "required" | { readonly tool: string };
  readonly parallel?: boolean;
  readonly turns: readonly Turn[];
  readonly max: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly stop?: readonly string[];
  readonly schema?: Record<string, unknown>;
  readonly stream: boolean;
}

/** Why the model stops in an answer. */
export type AnswerEnding = "end" | "length" | "tools";

/** What a model answers, before it is put into any wire format. */
export interface SceneAnswer {
  readonly id: string;
  readonly model: string;
  readonly pieces: readonly Piece[];
  readonly ending: AnswerEnding;
  readonly usage: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly reasoning: number;
  };
}

const words = [
  "harbour",
  "lantern",
  "meadow",
  "piston",
  "quartz",
  "riddle",
  "saffron",
  "timber",
  "umbrella",
  "velvet",
  "Zürich",
  "naïve",
  "東京の天気",
  "Привет",
  "مرحبا",
  "👩‍👩‍👧‍👦",
  "🚀",
  "e\u0301toile",
  "\u2028line",
  "tab\there",
  'quote"inside',
  "back\\slash",
  "<tag>",
  "{brace}",
  "data:",
  "[DONE]",
  "\r\nbreak",
  "null",
  "0",
] as const;

const tools: readonly SceneTool[] = [
  {
    name: "look_up_weather",
    description: "Finds the weather of a place",
    schema: {
      type: "object",
      properties: {
        place: { type: "string", description: "name of the place" },
        unit: { type: "string", enum: ["celsius", "fahrenheit"] },
      },
      required: ["place"],
    },
  },
  {
    name: "list_files",
    description: "Lists the files of a folder",
    schema: {
      type: "object",
      properties: { folder: { type: "string" }, depth: { type: "integer" }, hidden: { type: "boolean" } },
      required: ["folder", "depth"],
    },
  },
  {
    name: "ping_host",
    description: "Asks whether a host answers",
    schema: { type: "object", properties: {} },
  },
  {
    name: "edit_text",
    description: "Replaces text",
    schema: {
      type: "object",
      properties: {
        edits: {
          type: "array",
          items: {
            type: "object",
            properties: { before: { type: "string" }, after: { type: "string" } },
            required: ["before", "after"],
          },
        },
      },
      required: ["edits"],
    },
  },
];

const outputSchema = {
  type: "object",
  properties: { verdict: { type: "string" }, score: { type: "number" } },
  required: ["verdict", "score"],
  additionalProperties: false,
};

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A conversation with tools, parallel calls, results with images and errors, thinking and odd text. */
export function generateScene(seed: number): Scene {
  const random = new Random(seed);
  const offered = tools.filter(() => random.chance(0.7));
  const turns: Turn[] = [];
  const count = 1 + random.below(3);
  let serial = seed * 100;
  for (let index = 0; index < count; index += 1) {
    const name = random.chance(0.1) ? { name: `speaker_${random.below(1000)}` } : {};
    turns.push({ who: "user", parts: userParts(random), ...name });
    if (offered.length > 0 && random.chance(0.6)) {
      const calls = Array.from({ length: 1 + random.below(3) }, (_, place) =>
        generateCall(random, offered, serial + place + 1),
      );
      serial += calls.length;
      turns.push({ who: "assistant", pieces: assistantPieces(random, calls) });
      turns.push({ who: "tools", results: calls.map((call) => generateResult(random, call)) });
    }
    if (index < count - 1) turns.push({ who: "assistant", pieces: [{ is: "text", text: sentence(random) }] });
  }
  return {
    model: "some-model-1",
    system: Array.from({ length: random.below(3) }, () => sentence(random)),
    tools: offered,
    ...(offered.length > 0 && random.chance(0.4) ? { choice: generateChoice(random, offered) } : {}),
    ...(offered.length > 0 && random.chance(0.2) ? { parallel: false } : {}),
    turns,
    max: 256 + random.below(4000),
    ...(random.chance(0.4) ? { temperature: random.below(10) / 10 } : {}),
    ...(random.chance(0.2) ? { topP: (1 + random.below(9)) / 10 } : {}),
    ...(random.chance(0.2) ? { stop: [`stop-${random.pick(["here", "now", "END"])}`] } : {}),
    ...(offered.length === 0 && random.chance(0.3) ? { schema: outputSchema } : {}),
    stream: random.chance(0.5),
  };
}

/** What a model says to a scene, with at least one piece unless the seed wills an empty answer. */
export function generateAnswer(seed: number): SceneAnswer {
  const random = new Random(seed + 7_000_000);
  const pieces: Piece[] = [];
  if (random.chance(0.4)) pieces.push(generateThinking(random));
  if (random.chance(0.75))
    pieces.push({ is: "text", text: random.chance(0.05) ? longText(random) : sentence(random) });
  const calls = random.chance(0.5) ? 1 + random.below(3) : 0;
  for (let index = 0; index < calls; index += 1) {
    pieces.push(generateCall(random, tools, seed * 100 + index));
    // Some models speak and think between their calls.
    if (random.chance(0.2)) pieces.push({ is: "text", text: sentence(random) });
    if (random.chance(0.1)) pieces.push(generateThinking(random));
  }
  const ending = calls > 0 ? "tools" : random.chance(0.2) ? "length" : "end";
  const reasoning = pieces.some((piece) => piece.is === "thinking") ? 1 + random.below(50) : 0;
  return {
    id: `reply_${seed}`,
    model: "some-model-1-2026",
    pieces,
    ending,
    usage: {
      input: 50 + random.below(1000),
      output: reasoning + 1 + random.below(300),
      cacheRead: random.below(50),
      reasoning,
    },
  };
}

function userParts(random: Random): (string | Picture)[] {
  const parts: (string | Picture)[] = [random.chance(0.03) ? longText(random) : sentence(random)];
  if (random.chance(0.25)) parts.push(picture(random));
  if (random.chance(0.2)) parts.push(sentence(random));
  return parts;
}

function assistantPieces(random: Random, calls: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  if (random.chance(0.4)) pieces.push(generateThinking(random));
  if (random.chance(0.5)) pieces.push({ is: "text", text: sentence(random) });
  return [...pieces, ...calls];
}

function generateThinking(random: Random): Piece {
  return { is: "thinking", text: sentence(random), signature: `c2ln${random.below(1_000_000_000)}abc=` };
}

function generateCall(random: Random, offered: readonly SceneTool[], serial: number): Piece & { is: "call" } {
  const { name } = random.pick(offered);
  return {
    is: "call",
    id: `call_${serial}x${random.below(10_000)}`,
    name,
    input: generateInput(random, name),
  };
}

function generateInput(random: Random, name: string): Record<string, unknown> {
  switch (name) {
    case "look_up_weather":
      return { place: sentence(random), ...(random.chance(0.5) ? { unit: "celsius" } : {}) };
    case "list_files":
      return { folder: `/srv/${random.pick(words)}`, depth: random.below(9), hidden: random.chance(0.5) };
    case "edit_text":
      return {
        edits: Array.from({ length: random.below(3) }, () => ({
          before: sentence(random),
          after: sentence(random),
        })),
      };
    default:
      return {};
  }
}

function generateResult(random: Random, call: Piece & { is: "call" }): Result {
  return {
    id: call.id,
    name: call.name,
    text: sentence(random),
    ...(random.chance(0.15) ? { picture: picture(random) } : {}),
    ...(random.chance(0.2) ? { isError: true } : {}),
  };
}

function generateChoice(random: Random, offered: readonly SceneTool[]): NonNullable<Scene["choice"]> {
  return random.pick(["auto", "none", "required", { tool: random.pick(offered).name }] as const);
}

function picture(random: Random): Picture {
  return {
    mediaType: random.pick(["image/png", "image/jpeg"]),
    data: pixel.slice(0, 40 + 4 * random.below(12)),
  };
}

function sentence(random: Random): string {
  const chosen = Array.from({ length: 1 + random.below(7) }, () => random.pick(words));
  return `${random.pick(["The", "A", "Some", "No"])} ${chosen.join(" ")} ${random.below(1_000_000)}`;
}

function longText(random: Random): string {
  return Array.from({ length: 400 }, () => sentence(random)).join("\n");
}
