// What every client program shares: where the gateway is, the questions, and the report of the cases.
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";

const { env } = process;

export const place = {
  baseUrl: env.ABP_CLIENT_BASE_URL,
  token: env.ABP_CLIENT_TOKEN,
  model: env.ABP_CLIENT_MODEL,
  api: env.ABP_CLIENT_API,
  engine: env.ABP_CLIENT_ENGINE,
};

export const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
export const HELLO = "Hello there";
export const SAID = '[simulated] You said: "Hello there"';
export const CALL = "sim: call get_weather Rome";
export const WEATHER = "21 degrees";
export const RETURNED = /get_weather returned .*21 degrees/;
export const BUSY = "sim: error 429 come back later";
export const WHY = "Why?";
export const THOUGHT = /Thinking about/;

/** A case that this client cannot have. */
export class Skip extends Error {}

const TIME_LIMIT_MS = 30_000;

/** Runs the cases in order and reports each; no failure stops the others. */
export async function runCases(cases) {
  for (const [name, run] of Object.entries(cases)) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`no answer within ${TIME_LIMIT_MS / 1000} s`)),
        TIME_LIMIT_MS,
      );
    });
    try {
      await Promise.race([run(), late]);
      report({ name, result: "passed" });
    } catch (error) {
      const reason = String(error?.message ?? error).slice(0, 600);
      report({ name, result: error instanceof Skip ? "skipped" : "failed", reason });
    } finally {
      clearTimeout(timer);
    }
  }
  process.exit(0);
}

function report(line) {
  appendFileSync(env.ABP_CLIENT_RESULTS, `${JSON.stringify(line)}\n`);
}

export async function collect(items) {
  const found = [];
  for await (const item of items) found.push(item);
  return found;
}

export async function thrownBy(run) {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
}

/** A stream must have come in pieces that make up the answer. */
export function checkStream(pieces, text = SAID) {
  const full = pieces.filter((piece) => piece !== "");
  assert.equal(full.join(""), text);
  assert.ok(full.length > 1, "the stream came in one piece");
}

/** Every simulated engine tells its reasoning. */
export function checkReasoning(text) {
  assert.match(text, THOUGHT);
}

export function checkPerson(person) {
  assert.equal(typeof person.name, "string");
  assert.ok(Number.isInteger(person.age), `age is ${person.age}`);
}

export const personSchema = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: "integer" } },
  required: ["name", "age"],
  additionalProperties: false,
};
export const weatherSchema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
