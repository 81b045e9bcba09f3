import { describe, it } from "vitest";
import type { LossEntry } from "../../../src/contract/index.ts";
import type { Dialect } from "../../../src/dialects/index.ts";
import { faultSize, isFullSize } from "../../fault-size.ts";
import { corpusExists, recordedRequests, sampleOf } from "../corpus.ts";
import { expectNone } from "../failures.ts";
import { wireOf } from "../oracle/index.ts";
import { Random } from "../random.ts";
import { dialects } from "../subjects.ts";
import { requestWith } from "./planted-request.ts";
import type { Planted, Trait, Way, Wire } from "./trait.ts";
import { traits } from "./traits.ts";
import { engineFor, rejection, type Translated, translated } from "./translating.ts";
import type { Json } from "./wire-turns.ts";

/** Models of each vendor with different rules. */
const models: Readonly<Record<string, readonly string[]>> = {
  claude: ["claude-haiku-4-5", "claude-opus-4-8", "claude-opus-5-5", "claude-sonnet-4-6"],
  openai: ["gpt-4.1", "gpt-5.4", "gpt-5.6-sol"],
  codex: ["gpt-4.1", "gpt-5.4", "gpt-5.6-terra", "gpt-6.1-sol"],
  gemini: ["gemini-2.5-pro", "gemini-3.8-flash", "gemini-4-argon"],
  kimi: ["kimi-k2.6", "kimi-k3"],
  copilot: ["gpt-4.1", "gpt-5.5", "claude-haiku-4.5"],
};

/** What each vendor assumes of a request that does not say it. */
const assumedValues: Readonly<Record<Wire, readonly Json[]>> = {
  chat: [
    { logprobs: false },
    { top_logprobs: 0 },
    { metadata: {} },
    { user: "" },
    { verbosity: "medium" },
    { n: 1 },
  ],
  responses: [
    { include: [] },
    { include: ["reasoning.encrypted_content"] },
    { top_logprobs: 0 },
    { truncation: "disabled" },
    { background: false },
    { store: true },
    { text: {} },
    { input: [{ type: "message", id: "msg_1", status: "completed", role: "user", content: "What now?" }] },
  ],
  messages: [
    { speed: "standard" },
    { context_management: { edits: [] } },
    { stop_sequences: [] },
    { service_tier: "auto" },
  ],
  gemini: [
    { generationConfig: {} },
    { generationConfig: { responseLogprobs: false } },
    { contents: [{ role: "user", parts: [{ text: "What now?", thought: false }] }] },
    { safetySettings: [] },
    { toolConfig: { functionCallingConfig: {} } },
  ],
};

/** Prompts in which the user says nothing, as each vendor takes them. */
const emptyPrompts: Readonly<Record<Wire, readonly Json[]>> = {
  chat: [
    { messages: [{ role: "system", content: "Begin." }] },
    { messages: [{ role: "user", content: "" }] },
    { messages: [{ role: "assistant", content: "" }] },
  ],
  responses: [
    { input: [{ type: "message", role: "developer", content: "Begin." }] },
    { input: [{ type: "message", role: "user", content: "" }] },
  ],
  messages: [{ messages: [{ role: "assistant", content: "Hello." }] }],
  gemini: [
    { contents: [{ role: "user", parts: [{ text: "" }] }] },
    {
      contents: [{ role: "user", parts: [{ text: "" }] }],
      systemInstruction: { parts: [{ text: "Begin." }] },
    },
  ],
};

// A recording may have the members that a trait sets.
function withoutConflicts(recorded: Json): Json {
  const {
    tool_choice: _,
    tools: __,
    toolConfig: ___,
    response_format: ____,
    text: _____,
    ...rest
  } = recorded;
  const {
    output_config: a,
    generationConfig: b,
    reasoning: c,
    thinking: d,
    reasoning_effort: e,
    ...kept
  } = rest;
  return kept;
}

const RECORDED = faultSize(3, 400);
const ROUNDS = faultSize(8, 400);

const allPairs = dialects.flatMap((source) =>
  dialects.map((target) => [source.id, target.id, source, target] as const),
);

/** What is lost of planted traits without a word, or refused though it must pass. */
function faults(
  source: Dialect,
  target: Dialect,
  body: Json,
  planted: readonly (readonly [Trait, Planted])[],
  model: string,
): string[] {
  const outcome = translated(source, target, body, model);
  const where = `${source.id} → ${target.id} ${model}`;
  if ("refused" in outcome) {
    const to = wireOf(engineFor(target.id, model).dialect.id);
    const must = planted.find(([, { mustPass }]) =>
      typeof mustPass === "function" ? mustPass(to, model) : mustPass === true,
    )?.[0];
    if (!outcome.isTyped) return [`${where}: ${outcome.refused}`];
    return must !== undefined && planted.length === 1
      ? [`${where}: ${must.name} is refused: ${outcome.refused}`]
      : [];
  }
  const way = { source: source.id, model };
  const lost = planted.flatMap(([{ name }, one]) =>
    isKeptOrNamed(one, outcome, way) ? [] : [`${where}: ${name} is lost`],
  );
  // The gateway passes on what is in the engine's dialect already.
  const rejected = outcome.written === source.id ? undefined : rejection(outcome);
  return rejected === undefined
    ? lost
    : [
        ...lost,
        `${where}: ${planted.map(([{ name }]) => name).join(", ")}: the vendor rejects it: ${rejected}`,
      ];
}

function isKeptOrNamed(one: Planted, { written, body, entries }: Translated, way: Way): boolean {
  const wire = wireOf(written);
  if (one.holdsAlways?.(wire, body, way) === false) return false;
  return one.isKept(wire, body) || isNamed(entries, one.losses);
}

function isNamed(entries: readonly LossEntry[], losses: RegExp | undefined): boolean {
  return (
    losses !== undefined &&
    entries.some(
      ({ disposition, feature = "", path }) =>
        disposition !== "mapped" && (losses.test(feature) || losses.test(path)),
    )
  );
}

describe.each(allPairs)("%s → %s", (_, __, source, target) => {
  const wire = wireOf(source.id);
  const own = traits.filter(({ wires }) => wires.includes(wire));

  it("refuses nothing that asks for nothing, in strict mode", () => {
    const plain = requestWith(source.id, []);
    const found = assumedValues[wire].flatMap((members) => {
      const outcome = translated(source, target, { ...plain, ...members }, "m", "strict");
      return "refused" in outcome
        ? [`${source.id} → ${target.id}: ${JSON.stringify(members)}: ${outcome.refused}`]
        : [];
    });
    expectNone(found);
  });

  it("sends no empty prompt", () => {
    const found = emptyPrompts[wire].flatMap((members) =>
      models[target.id]!.flatMap((model) => {
        const outcome = translated(source, target, { ...requestWith(source.id, []), ...members }, model);
        if ("refused" in outcome) return [`${model}: ${JSON.stringify(members)}: ${outcome.refused}`];
        // The gateway passes on what is in the engine's dialect already.
        const rejected = outcome.written === source.id ? undefined : rejection(outcome);
        return rejected === undefined ? [] : [`${model}: ${JSON.stringify(members)}: ${rejected}`];
      }),
    );
    expectNone(found.map((one) => `${source.id} → ${target.id} ${one}`));
  });

  it.skipIf(!corpusExists)("keeps or names what is put into recorded requests", () => {
    const list = sampleOf(recordedRequests(source.id), RECORDED);
    const settings = own.filter((trait) => trait.plant(wire, new Random(1)).turns === undefined);
    const found = new Set<string>();
    for (const [place, recording] of list.entries()) {
      const random = new Random(place + 11);
      const trait = random.pick(settings);
      const planted = trait.plant(wire, random);
      const recorded = withoutConflicts(recording.request() as Json);
      const body = requestWith(source.id, [planted], recorded);
      const model = random.pick(models[target.id]!);
      const outcome = translated(source, target, body, model);
      if ("refused" in outcome) continue;
      if (!isKeptOrNamed(planted, outcome, { source: source.id, model }))
        found.add(`${source.id} → ${target.id} ${model}: ${trait.name} is lost from ${recording.name}`);
    }
    expectNone([...found]);
  });

  it("keeps or names every number, text and guarantee that a caller puts into a request", () => {
    const found = new Set<string>();
    const all = models[target.id]!;
    for (const [number, model] of all.entries())
      for (const [place, trait] of own.entries()) {
        // By default each trait meets one model of each dialect.
        if (!isFullSize && place % all.length !== number) continue;
        const planted = trait.plant(wire, new Random(place));
        for (const fault of faults(
          source,
          target,
          requestWith(source.id, [planted]),
          [[trait, planted]],
          model,
        ))
          found.add(fault);
      }
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const random = new Random(seed * 31 + 7);
      const chosen = [random.pick(own), random.pick(own), random.pick(own)];
      const single = new Map(chosen.map((trait) => [trait.slot ?? trait.name, trait])).values();
      const planted = [...single].map((trait) => [trait, trait.plant(wire, random)] as const);
      const body = requestWith(
        source.id,
        planted.map(([, one]) => one),
      );
      for (const fault of faults(source, target, body, planted, random.pick(models[target.id]!)))
        found.add(fault);
    }
    expectNone([...found]);
  });
});
