import { describe, it } from "vitest";
import {
  type Dialect,
  explainRequest,
  Origins,
  translateReply,
  translateRequest,
} from "../../src/dialects/index.ts";
import { faultSize, sampled } from "../fault-size.ts";
import { covers, type Entry } from "./accounting.ts";
import { corpusExists, recordedRequests, sampleOf } from "./corpus.ts";
import { expectNone } from "./failures.ts";
import { generateAnswer, generateScene } from "./generate.ts";
import { memberPath } from "./haystack.ts";
import { type Case, judgeAll } from "./judge.ts";
import { renderReply } from "./render-reply.ts";
import { renderRequest } from "./render-request.ts";
import { dialects, emulatorsOf, pairs, replyOptions } from "./subjects.ts";

const GENERATED = faultSize(24, 150);

function lossesOf(source: Dialect, target: Dialect, cases: readonly Case[]): string[] {
  const tally = judgeAll(source, target, cases);
  console.log(`${source.id} → ${target.id}: ${JSON.stringify(tally.counts)}`);
  return tally.lost;
}

describe.each(
  pairs().map(([source, target], place) => [source.id, target.id, source, target, place] as const),
)("%s → %s", (_, __, source, target, place) => {
  it.skipIf(!corpusExists)("every value of a recorded request is in the output or in the report", () => {
    // By default each of them is translated to one dialect; a full run translates it to all.
    const share = sampled(recordedRequests(source.id), (_, at) => (at + place) % (dialects.length - 1) === 0);
    const list = share.map((one) => [one.name, one.request(), one.reading()] as const);
    expectNone(lossesOf(source, target, list));
  });

  it("every value of a generated request is in the output or in the report", () => {
    const list = Array.from({ length: GENERATED }, (_, seed) => {
      const { body, reading } = renderRequest(source.id, generateScene(seed));
      return [`seed ${seed}`, body, reading] as const;
    });
    expectNone(lossesOf(source, target, list));
  });
});

const STRANGER = "x_unheard_of";
const OWN_JSON = new Set([
  "input",
  "input_schema",
  "schema",
  "parameters",
  "args",
  "response",
  "parametersJsonSchema",
  "responseSchema",
  "responseJsonSchema",
  "response_schema",
  "response_json_schema",
  "parameters_json_schema",
]);

/** Every copy of a document that has an unheard-of member in one more object, with the member's path. */
function strangersIn(document: unknown): { readonly path: string; readonly document: unknown }[] {
  const places: { path: string; keys: (string | number)[] }[] = [];
  const visit = (value: unknown, path: string, keys: (string | number)[]) => {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, [...keys, index]);
    else if (typeof value === "object" && value !== null) {
      places.push({ path, keys });
      // The Responses API calls its list of items what Claude calls the arguments of a call.
      for (const [name, member] of Object.entries(value))
        if (!OWN_JSON.has(name) || path === "$") visit(member, memberPath(path, name), [...keys, name]);
    }
  };
  visit(document, "$", []);
  return places.map(({ path, keys }) => {
    const copy = structuredClone(document);
    let holder = copy as Record<string | number, unknown>;
    for (const key of keys) holder = holder[key] as Record<string | number, unknown>;
    holder[STRANGER] = "a stranger";
    return { path: memberPath(path, STRANGER), document: copy };
  });
}

/**
 * Whether a member is named as lost: by its own path, or with a unit that is opaque as a whole,
 * or with a wrapper that has no node of its own, whose unheard-of members are named together.
 */
function isNamed(entries: readonly Entry[], path: string): boolean {
  const wanted = spelled(path);
  return entries.some((entry) => {
    if (entry.disposition === "mapped") return false;
    const named = { ...entry, path: spelled(entry.path) };
    if (named.path === wanted) return true;
    return covers(named, wanted) && wholes.some((feature) => entry.feature?.startsWith(feature));
  });
}

const wholes = [
  ...["cache.hint", "vendor", "opaque", "thinking.redacted"],
  ...[
    "tool.server",
    "tool.web_search",
    "tool.web_fetch",
    "tool.code_execution",
    "tool.mcp",
    "tool_use.server",
  ],
];

// Gemini's members may be in either spelling, and both name the same one.
function spelled(path: string): string {
  return path.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function sampleRequests(id: string): (readonly [unknown, object])[] {
  const generated = sampled([3, 8, 21, 34], (seed) => seed !== 8 && seed !== 21).map((seed) => {
    const { body, reading } = renderRequest(id, generateScene(seed));
    return [body, reading] as const;
  });
  const recorded = sampleOf(recordedRequests(id), faultSize(4, 12)).map(
    (one) => [one.request(), one.reading()] as const,
  );
  return [...generated, ...recorded];
}

/** The report of a translation; of one that is refused, what is known before anything is written. */
function reportOn(source: Dialect, target: Dialect, document: unknown, reading: object): readonly Entry[] {
  const options = { ...reading, emulators: emulatorsOf(target) };
  try {
    return translateRequest(source, target, document, options).report.entries;
  } catch {
    return explainRequest(source, target, document, options).entries;
  }
}

function isReadable(dialect: Dialect, body: unknown, reading: object): boolean {
  try {
    dialect.readRequest(body, { origins: new Origins(), ...reading });
    return true;
  } catch {
    return false;
  }
}

describe.each(dialects.map((one) => [one.id, one] as const))("an unheard-of member in %s", (id, source) => {
  it("of a request is named by its path for every other dialect, at every level", () => {
    const missing = new Set<string>();
    let counted = 0;
    for (const [body, reading] of sampleRequests(id)) {
      if (!isReadable(source, body, reading)) continue;
      for (const { path, document } of strangersIn(body))
        for (const target of dialects.filter((one) => one !== source)) {
          const entries = reportOn(source, target, document, reading);
          counted += 1;
          if (!isNamed(entries, path)) missing.add(`${target.id}: ${path.replace(/\[\d+\]/g, "[]")}`);
        }
    }
    console.log(`${id}: ${counted} strangers in requests`);
    expectNone([...missing]);
  });

  it("of a request comes back in the same dialect, at every level", () => {
    const missing = new Set<string>();
    for (const [body, reading] of sampleRequests(id)) {
      if (!isReadable(source, body, reading)) continue;
      for (const { path, document } of strangersIn(body)) {
        const { request } = translateRequest(source, source, document, {
          ...reading,
          emulators: emulatorsOf(source),
        });
        if (!JSON.stringify(request.body).includes(`"${STRANGER}":"a stranger"`))
          missing.add(path.replace(/\[\d+\]/g, "[]"));
      }
    }
    expectNone([...missing]);
  });

  it("of a reply is named for every other dialect, and comes back in its own", () => {
    const missing = new Set<string>();
    for (let seed = 0; seed < faultSize(5, 12); seed += 1)
      for (const { path, document } of strangersIn(renderReply(id, generateAnswer(seed))))
        for (const target of dialects) {
          const { body, report } = translateReply(source, target, document, replyOptions());
          const isKept = JSON.stringify(body).includes(STRANGER);
          if (target === source ? !isKept : !isNamed(report.entries, path))
            missing.add(`${target.id}: ${path.replace(/\[\d+\]/g, "[]")}`);
        }
    expectNone([...missing]);
  });
});
