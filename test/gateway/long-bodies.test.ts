import crypto, { Hash } from "node:crypto";
import { createServer, type Server } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { callerForms } from "../../bench/stall/caller-forms.ts";
import { pictureAnswer, pictureStream, shortAnswer } from "../../bench/stall/engine-answers.ts";
import { sampled } from "../fault-size.ts";
import { openTestGateway, type TestGateway } from "./test-gateway.ts";

/** The most that one JSON function or one hash may take at once: a long body is divided. */
const MAX_AT_ONCE = 1024 * 1024 + 4096;
/** Enough that what is not divided is seen. */
const CONTENT_BYTES = 1.25 * 1024 * 1024;
const dialects = ["claude", "openai", "codex", "gemini", "kimi", "copilot"];

/** What the functions that go over all bytes of a text took at once, at most. */
class Passes {
  longest = 0;
  /** How often each function took too much at once. */
  readonly long: Record<string, number> = {};
  #which = "";

  note(which: string, length: number | undefined): void {
    if (length === undefined) return;
    if (length > MAX_AT_ONCE) this.long[which] = (this.long[which] ?? 0) + 1;
    if (length <= this.longest) return;
    this.longest = length;
    this.#which = which;
  }

  /** The longest pass that was too long; undefined if none was. */
  get tooLong(): string | undefined {
    return this.longest > MAX_AT_ONCE ? `${this.#which} of ${this.longest}` : undefined;
  }
}

/** Notes how much each pass takes while `work` runs in this process, where the gateway runs too. */
async function watch(work: () => Promise<void>): Promise<Passes> {
  const passes = new Passes();
  const { parse, stringify } = JSON;
  const { hash } = crypto;
  const { update } = Hash.prototype;
  vi.spyOn(JSON, "parse").mockImplementation((text, reviver) => {
    passes.note("JSON.parse", text.length);
    return parse(text, reviver);
  });
  vi.spyOn(JSON, "stringify").mockImplementation((value: unknown, ...rest: unknown[]) => {
    const text = stringify(value, ...(rest as []));
    passes.note("JSON.stringify", text?.length);
    return text;
  });
  vi.spyOn(crypto, "hash").mockImplementation(((algorithm: string, data: string, format: "hex") => {
    passes.note("hash", data.length);
    return hash(algorithm, data, format);
  }) as typeof hash);
  syncBuiltinESMExports();
  vi.spyOn(Hash.prototype, "update").mockImplementation(function (this: Hash, data: crypto.BinaryLike) {
    passes.note("update", (data as Uint8Array).length);
    return (update as (data: crypto.BinaryLike) => Hash).call(this, data);
  });
  try {
    await work();
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  return passes;
}

let engines: Server;
let gateway: TestGateway;
/** The last body that an engine got. */
let received = Buffer.alloc(0);
let answers: (path: string) => Buffer;
let statusOf = (_path: string): number => 200;

beforeAll(async () => {
  engines = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received = Buffer.concat(chunks);
      const path = request.url ?? "/";
      const body = answers(path);
      // The text of a stream begins with a field; JSON begins with a brace.
      const type = body[0] === 0x7b ? "application/json" : "text/event-stream";
      response.writeHead(statusOf(path), { "content-type": type });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => engines.listen(0, "127.0.0.1", resolve));
  const base_url = `http://127.0.0.1:${(engines.address() as AddressInfo).port}`;
  const settings = {
    engines: {
      ...Object.fromEntries(
        dialects.map((dialect) => [
          dialect,
          { dialect: dialect as "openai", base_url, credential: "none" as const },
        ]),
      ),
      failing: {
        dialect: "claude" as const,
        base_url,
        credential: "none" as const,
        retries: 0,
        fallback: ["codex"],
      },
    },
    keys: { ada: { token: "key-of-ada-1234567" }, bob: { token: "key-of-bob-1234567" } },
  };
  // The thread of the writer takes long content at once.
  gateway = await openTestGateway(settings, undefined, "thread");
});
afterAll(async () => {
  await gateway.close();
  await new Promise((resolve) => engines.close(resolve));
});

async function call(path: string, engine: string, body: Buffer): Promise<{ status: number; bytes: Buffer }> {
  const answer = await fetch(`${gateway.baseUrl}${path}`, {
    method: "POST",
    headers: {
      "x-abp-key": "key-of-ada-1234567",
      "x-abp-engine": engine,
      "content-type": "application/json",
    },
    body: new Uint8Array(body),
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const everyMapped = Object.entries(callerForms).flatMap(([caller, { path, contents }]) =>
  Object.entries(contents).flatMap(([kind, make], index) =>
    ["claude", "codex"]
      .filter((engine) => engine !== caller)
      .map((engine, at, { length }) => ({ caller, kind, engine, path, make, isNext: index % length === at })),
  ),
);
/** Each kind of each caller once; Kimi and Copilot share the code of OpenAI's requests. */
const mapped = sampled(
  everyMapped,
  ({ caller, kind, isNext }) => isNext && (kind === "image" || !["kimi", "copilot"].includes(caller)),
);

describe("a request of several megabytes", () => {
  beforeAll(() => {
    answers = (path) => Buffer.from(JSON.stringify(shortAnswer(path)));
  });

  it.each(mapped)("with $kind from $caller to $engine is translated in slices", async (one) => {
    const body = Buffer.from(JSON.stringify(one.make(CONTENT_BYTES)));
    let status = 0;
    const passes = await watch(async () => {
      ({ status } = await call(one.path, one.engine, body));
    });
    expect([status, passes.tooLong]).toEqual([200, undefined]);
    expect(passes.longest).toBeGreaterThan(0);
    // Nothing of it is lost; many messages have a little less content.
    expect(received.length).toBeGreaterThan(CONTENT_BYTES * 0.85);
    JSON.parse(received.toString("utf8"));
  });
});

describe("an answer of several megabytes", () => {
  it.each([
    ["claude", "gemini"],
    ["openai", "gemini"],
    ["gemini", "codex"],
    ["openai", "codex"],
  ])("to %s from %s is translated in slices", async (caller, engine) => {
    const { path, contents } = callerForms[caller]!;
    const body = Buffer.from(JSON.stringify(contents["text"]!(64)));
    const picture = Buffer.from(
      JSON.stringify(pictureAnswer(`/${engine === "codex" ? "responses" : ""}`, CONTENT_BYTES)),
    );
    answers = () => picture;
    let answer: Awaited<ReturnType<typeof call>> | undefined;
    const passes = await watch(async () => {
      answer = await call(path, engine, body);
    });
    expect([answer?.status, passes.tooLong]).toEqual([200, undefined]);
    JSON.parse(answer!.bytes.toString("utf8"));
  });
});

/** The content of the events of a stream. */
function eventsOf(text: string): Record<string, unknown>[] {
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(
    ([, data]) => JSON.parse(data!) as Record<string, unknown>,
  );
}

describe("a stream with an event of several megabytes", () => {
  const streamed = (engine: string) => {
    const stream = Buffer.from(pictureStream(`/${engine === "codex" ? "responses" : ""}`, CONTENT_BYTES));
    answers = () => stream;
  };
  const ask = (caller: string) => {
    const { path, contents } = callerForms[caller]!;
    return {
      path: path.replace(/:generateContent$/, ":streamGenerateContent?alt=sse"),
      body: Buffer.from(
        JSON.stringify({ ...contents["text"]!(64), ...(caller === "gemini" ? {} : { stream: true }) }),
      ),
    };
  };

  // The event itself is parsed at once, and its content is quoted once, however many events repeat it.
  it.each([
    ["claude", "gemini", { "JSON.parse": 1 }],
    ["claude", "codex", { "JSON.parse": 1 }],
    ["openai", "gemini", { "JSON.parse": 1 }],
    ["codex", "gemini", { "JSON.parse": 1, "JSON.stringify": 1 }],
    ["gemini", "codex", { "JSON.parse": 1 }],
  ])("to %s from %s is hashed, sent and kept in slices", async (caller, engine, long) => {
    streamed(engine);
    const { path, body } = ask(caller);
    let answer: Awaited<ReturnType<typeof call>> | undefined;
    const passes = await watch(async () => {
      answer = await call(path, engine, body);
    });
    expect([answer?.status, passes.long]).toEqual([200, long]);
    expect(eventsOf(answer!.bytes.toString("utf8")).length).toBeGreaterThan(0);
  });
});

describe("content of several megabytes", () => {
  const { codex, claude, openai } = callerForms;
  const encode = (value: object) => Buffer.from(JSON.stringify(value));
  const short = (more: object) => encode({ ...codex!.contents["text"]!(64), ...more });
  const items = (codex!.contents["image"]!(CONTENT_BYTES) as { input: unknown[] }).input;
  const idIn = ({ bytes }: { bytes: Buffer }) => (JSON.parse(bytes.toString("utf8")) as { id: string }).id;
  const get = async (path: string) => {
    const headers = { "x-abp-key": "key-of-ada-1234567" };
    const answer = await fetch(`${gateway.baseUrl}${path}`, { headers });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const seen = async (work: () => Promise<Awaited<ReturnType<typeof call>>>) => {
    let answer: Awaited<ReturnType<typeof call>> | undefined;
    const passes = await watch(async () => {
      answer = await work();
    });
    return { answer: answer!, tooLong: passes.tooLong };
  };

  beforeAll(() => {
    answers = (path) => Buffer.from(JSON.stringify(shortAnswer(path)));
  });

  it.each(["claude", "openai", "codex", "gemini"])("is passed through from %s in slices", async (caller) => {
    const { path, contents } = callerForms[caller]!;
    const kind = caller === "codex" ? "text" : "image";
    const body = encode(contents[kind]!(CONTENT_BYTES));
    const { answer, tooLong } = await seen(() => call(path, caller, body));
    expect([answer.status, tooLong]).toEqual([200, undefined]);
    expect(received.length).toBeGreaterThan(CONTENT_BYTES * 0.9);
  });

  it.each(["claude", "gemini", "openai"])("is counted for %s in slices", async (engine) => {
    const body = encode(claude!.contents["text"]!(CONTENT_BYTES));
    const { answer, tooLong } = await seen(() => call("/claude/v1/messages/count_tokens", engine, body));
    expect([answer.status, tooLong]).toEqual([200, undefined]);
  });

  it("goes to another engine in slices", async () => {
    statusOf = (path) => (path.includes("/messages") ? 503 : 200);
    try {
      const body = encode(openai!.contents["image"]!(CONTENT_BYTES));
      const { answer, tooLong } = await seen(() => call(openai!.path, "failing", body));
      expect([answer.status, tooLong]).toEqual([200, undefined]);
      expect(received.length).toBeGreaterThan(CONTENT_BYTES * 0.9);
    } finally {
      statusOf = () => 200;
    }
  });

  it("is read again in slices if the engine refuses it", async () => {
    statusOf = () => 400;
    answers = () => encode({ type: "error", error: { type: "invalid_request_error", message: "no" } });
    try {
      const body = encode(openai!.contents["text"]!(CONTENT_BYTES));
      const { answer, tooLong } = await seen(() => call(openai!.path, "claude", body));
      expect([answer.status, tooLong]).toEqual([400, undefined]);
    } finally {
      statusOf = () => 200;
      answers = (path) => Buffer.from(JSON.stringify(shortAnswer(path)));
    }
  });

  it("is kept, read, listed and continued in slices in a conversation", async () => {
    const at = "/codex/v1/conversations";
    const body = encode({ items });
    const created = await seen(() => call(at, "openai", body));
    expect([created.answer.status, created.tooLong]).toEqual([200, undefined]);
    const conversation = idIn(created.answer);
    const added = await seen(() => call(`${at}/${conversation}/items`, "openai", body));
    expect([added.answer.status, added.tooLong]).toEqual([200, undefined]);
    expect(JSON.parse(added.answer.bytes.toString("utf8"))).toMatchObject({ data: items });
    const listed = await seen(() => get(`${at}/${conversation}/items?order=asc`));
    expect([listed.answer.status, listed.tooLong]).toEqual([200, undefined]);
    const { data } = JSON.parse(listed.answer.bytes.toString("utf8")) as { data: { id: string }[] };
    expect(data).toMatchObject([...items, ...items]);
    const one = await seen(() => get(`${at}/${conversation}/items/${data[0]!.id}`));
    expect([one.answer.status, one.tooLong]).toEqual([200, undefined]);
    const continued = await seen(() => call(codex!.path, "claude", short({ conversation })));
    expect([continued.answer.status, continued.tooLong]).toEqual([200, undefined]);
    expect(received.length).toBeGreaterThan(2 * CONTENT_BYTES * 0.9);
  });

  it("is read, listed and continued in slices as an earlier response", async () => {
    const body = encode({ model: "m", input: items });
    const first = await seen(() => call(codex!.path, "claude", body));
    expect([first.answer.status, first.tooLong]).toEqual([200, undefined]);
    const id = idIn(first.answer);
    for (const path of [`${codex!.path}/${id}`, `${codex!.path}/${id}/input_items`]) {
      const read = await seen(() => get(path));
      expect([read.answer.status, read.tooLong]).toEqual([200, undefined]);
    }
    const next = await seen(() => call(codex!.path, "claude", short({ previous_response_id: id })));
    expect([next.answer.status, next.tooLong]).toEqual([200, undefined]);
    expect(received.length).toBeGreaterThan(CONTENT_BYTES * 0.9);
  });
});
