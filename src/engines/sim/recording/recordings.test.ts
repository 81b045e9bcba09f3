import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sharedExists, sharedPath } from "../../../../test/shared.ts";
import { dialects, findDialect } from "../../../dialects/index.ts";
import { openRouter } from "../endpoint-router.ts";
import { openTestSim, post, send } from "../fixtures/calling.ts";
import { Recordings } from "./recordings.ts";

const claude = findDialect("claude");
const gemini = findDialect("gemini");
const request = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] };
const sse =
  'event: ping\ndata: {"type": "ping"    }\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n';

describe("recordings", () => {
  let root = "";
  const record = (slug: string, files: Record<string, unknown>) => {
    const folder = join(root, slug);
    mkdirSync(folder, { recursive: true });
    for (const [name, value] of Object.entries(files))
      writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  };
  const messages = { method: "POST", path: "/v1/messages" };

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "abp-recordings-"));
    record("vendor-messages/stream", {
      "meta.json": { endpoint: messages, streaming: true },
      "request.json": { ...request, stream: true },
      "response.sse": sse,
      "headers.json": {
        status: 200,
        headers: { "content-type": "text/event-stream", "request-id": "r1", "transfer-encoding": "chunked" },
      },
      "chunks.json": [7, 1, 30],
    });
    record("vendor-messages/error", {
      "meta.json": { endpoint: messages },
      "request.json": request,
      "response.json": '{ "type":"error" }',
      "headers.json": { status: 529, headers: { "content-type": "application/json" } },
    });
    record("vendor-messages/answer-only", { "meta.json": {}, "response.json": "{}" });
    const body = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
    for (const [model, method, format] of [
      ["small", "generateContent", null],
      ["large", "generateContent", null],
      ["large", "streamGenerateContent", "sse"],
      ["large", "streamGenerateContent", "json-array"],
    ]) {
      record(`vendor-generate/${model}-${method}-${format}`, {
        "meta.json": {
          endpoint: { method: "POST", path: `/v1beta/models/${model}:${method}` },
          model,
          streaming: format !== null,
          stream_format: format,
        },
        "request.json": body,
        [format === "sse" ? "response.sse" : "response.json"]: `"${model} ${format}"`,
      });
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it("are answered with the recorded status, headers and bytes, in the recorded chunks", async () => {
    const engine = openTestSim(claude, { recordings: root });
    const asked = JSON.stringify({ stream: true, ...request });
    const answer = await send(engine, post("/v1/messages", asked));
    expect(answer).toMatchObject({ status: 200, text: sse, failure: undefined });
    expect(answer.headers).toEqual({
      "content-type": "text/event-stream",
      "request-id": "r1",
      "x-abp-simulated": "true",
    });
    expect(answer.chunks.map(({ length }) => length)).toEqual([7, 1, 30, sse.length - 38]);
    const error = await send(engine, post("/v1/messages?beta=true", JSON.stringify(request)));
    expect(error).toMatchObject({ status: 529, text: '{ "type":"error" }' });
  });

  it("are the only answers: what is not recorded is not found", async () => {
    const engine = openTestSim(claude, { recordings: root });
    for (const body of [JSON.stringify({ ...request, max_tokens: 6 }), "{", "{}"]) {
      const answer = await send(engine, post("/v1/messages", body));
      expect(answer.status).toBe(404);
      expect(claude.readError(404, JSON.parse(answer.text)).message).toContain("not among the recordings");
    }
    const foreign = await send(
      openTestSim(gemini, { recordings: root }),
      post("/v1beta/models/m:generateContent", JSON.stringify(request)),
    );
    expect(foreign.status).toBe(404);
  });

  it("differ by the model and the form in the path", async () => {
    const engine = openTestSim(gemini, { recordings: root });
    const body = '{"contents":[{"parts":[{"text":"hi"}],"role":"user"}]}';
    const ask = async (path: string) => (await send(engine, post(`/v1beta/models/${path}`, body))).text;
    expect(await ask("small:generateContent")).toBe('"small null"');
    expect(await ask("large:generateContent")).toBe('"large null"');
    expect(await ask("large:streamGenerateContent?alt=sse")).toBe('"large sse"');
    expect(await ask("large:streamGenerateContent")).toBe('"large json-array"');
    expect(JSON.parse(await ask("small:streamGenerateContent"))).toHaveProperty("error");
  });

  it("fail in the dialect's own words if the folder cannot be read", async () => {
    const engine = openTestSim(claude, { recordings: join(root, "nowhere") });
    const answer = await send(engine, post("/v1/messages", JSON.stringify(request)));
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(claude.readError(answer.status, JSON.parse(answer.text)).message).toContain("cannot be read");
  });

  it("are handed to nobody once the call was broken off", async () => {
    const seen: string[] = [];
    const engine = openTestSim(claude, { recordings: root });
    engine
      .dispatch(post("/v1/messages", JSON.stringify(request)), {
        onHead: () => seen.push("head"),
        onData: () => true,
        onEnd: () => seen.push("end"),
        onFailure: () => seen.push("failure"),
      })
      .abort();
    await send(engine, post("/v1/messages", JSON.stringify(request)));
    expect(seen).toEqual([]);
  });
});

describe("finding a recording", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "recordings-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const body = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
  const route = openRouter(gemini);

  /** Records one answer to `body` with these facts. */
  function recordOne(name: string, meta: object, request: unknown = body): void {
    const inner = join(folder, "v", name);
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, "request.json"), JSON.stringify(request));
    writeFileSync(join(inner, "meta.json"), JSON.stringify(meta));
    writeFileSync(join(inner, "response.json"), JSON.stringify(name));
  }

  /** The name of the recording that answers a request to this path. */
  async function find(
    path: string,
    text = JSON.stringify(body),
    recordings = new Recordings(folder, gemini),
  ) {
    const answer = await recordings.find(route("POST", `/v1beta/models/${path}`)!, text);
    const frame = answer?.frames.next();
    return frame === undefined || frame.done === true
      ? undefined
      : JSON.parse(Buffer.from(frame.value).toString());
  }
  const endpoint = (path: string, method?: string) => ({
    endpoint: { path: `/v1beta/models/${path}`, ...(method === undefined ? {} : { method }) },
  });

  it("takes the same endpoint, model and form first, whatever the order of folders", async () => {
    recordOne("a-unknown", { model: "m" });
    recordOne("b-other", endpoint("n:generateContent"));
    recordOne("c-same", endpoint("m:generateContent"));
    recordOne("d-stream", { ...endpoint("m:streamGenerateContent"), stream_format: "sse" });
    recordOne("e-array", { ...endpoint("m:streamGenerateContent"), stream_format: "json-array" });
    recordOne("f-count", endpoint("m:countTokens"));
    expect(await find("m:generateContent")).toBe("c-same");
    expect(await find("n:generateContent")).toBe("b-other");
    expect(await find("m:streamGenerateContent?alt=sse")).toBe("d-stream");
    expect(await find("m:streamGenerateContent")).toBe("e-array");
    expect(await find("m:countTokens")).toBe("f-count");
  });

  it("compares the method, which is POST unless recorded", async () => {
    recordOne("get", endpoint("m:generateContent", "GET"));
    expect(await find("m:generateContent")).toBeUndefined();
    recordOne("a", endpoint("m:generateContent", "POST"));
    expect(await find("m:generateContent")).toBe("a");
  });

  it.each<[string, object, string, boolean]>([
    ["no path", {}, "m:generateContent", true],
    ["a path of another server", { endpoint: { path: "/api/x" } }, "m:generateContent", true],
    ["a path of the dialect for another model", endpoint("n:generateContent"), "m:generateContent", false],
    ["the same model", { model: "m" }, "m:generateContent", true],
    ["another model", { model: "n" }, "m:generateContent", false],
    ["a model that is no text", { model: 5 }, "m:generateContent", true],
    ["a stream for a whole answer", { streaming: true }, "m:generateContent", false],
    ["a whole answer for a stream", { streaming: false }, "m:streamGenerateContent?alt=sse", false],
    ["events for events", { streaming: true, stream_format: "sse" }, "m:streamGenerateContent?alt=sse", true],
    [
      "an array for events",
      { streaming: true, stream_format: "json-array" },
      "m:streamGenerateContent?alt=sse",
      false,
    ],
    [
      "an array for an array",
      { streaming: true, stream_format: "json-array" },
      "m:streamGenerateContent",
      true,
    ],
    ["events for an array", { streaming: true, stream_format: "sse" }, "m:streamGenerateContent", false],
  ])("with %s (%j) for %s fits: %s", async (_, meta, path, fits) => {
    recordOne("one", meta);
    expect(await find(path)).toBe(fits ? "one" : undefined);
  });

  it("does not compare the recorded model when the model is in the body", async () => {
    const asked = { model: "m", max_tokens: 5, messages: [{ role: "user", content: "hi" }] };
    recordOne("one", { model: "m-2025" }, asked);
    const recordings = new Recordings(folder, claude);
    const found = await recordings.find(openRouter(claude)("POST", "/v1/messages")!, JSON.stringify(asked));
    expect(found?.status).toBe(200);
  });

  it("does not fit when the body is not of the dialect", async () => {
    const foreign = { prompt: "hi" };
    recordOne("one", {}, foreign);
    expect(await find("m:generateContent", JSON.stringify(foreign))).toBeUndefined();
  });

  it("finds nothing for a body that is no object", async () => {
    recordOne("one", {}, [1]);
    expect(await find("m:generateContent", "[1]")).toBeUndefined();
    expect(await find("m:generateContent", "{")).toBeUndefined();
  });

  it("does not read the folder for such a body, so that an unreadable folder cannot fail unnoticed", async () => {
    const rejections: unknown[] = [];
    const note = (reason: unknown) => rejections.push(reason);
    process.on("unhandledRejection", note);
    const recordings = new Recordings(join(folder, "nowhere"), gemini);
    expect(await find("m:generateContent", "{", recordings)).toBeUndefined();
    await expect(find("m:generateContent", "{}", recordings)).rejects.toMatchObject({ code: "ENOENT" });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(rejections).toEqual([]);
  });

  it("reads the folder once, and again after it could not be read", async () => {
    const recordings = new Recordings(join(folder, "v"), gemini);
    await expect(find("m:generateContent", undefined, recordings)).rejects.toMatchObject({ code: "ENOENT" });
    const inner = join(folder, "v", "one");
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, "request.json"), JSON.stringify(body));
    writeFileSync(join(inner, "response.json"), '"one"');
    expect(await find("m:generateContent", undefined, recordings)).toBe("one");
    rmSync(join(inner, "request.json"));
    expect(await find("m:generateContent", undefined, recordings)).toBe("one");
  });
});

describe.skipIf(!sharedExists)("the shared corpus as recordings", () => {
  interface Meta {
    readonly dir: string;
    readonly api: string;
    readonly endpoint: { readonly path: string | null; readonly query: Record<string, string> | null };
  }
  const metas = () =>
    readFileSync(sharedPath("corpus", "index.jsonl"), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Meta);

  // A dialect's own paths, and the body that a request of it was recorded with.
  it.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
    "replays what was recorded on the paths of %s",
    async (_id, dialect) => {
      const engine = openTestSim(dialect, { recordings: sharedPath("corpus") });
      const paths = new Set(dialect.endpoints.map(({ path }) => path));
      let exact = 0;
      let known = 0;
      for (const { dir, endpoint } of metas()) {
        const { path, query } = endpoint;
        if (path === null) continue;
        const isGemini = /^\/v1(?:beta)?\/models\/[^/]+:(?:g|streamG)enerateContent$/.test(path);
        const isOwn =
          paths.has(path) || (isGemini && dialect.endpoints.some(({ streams }) => streams !== undefined));
        if (!isOwn || known >= 60) continue;
        let body: string;
        try {
          body = readFileSync(sharedPath("corpus", dir, "request.json"), "utf8");
        } catch {
          continue; // An answer alone.
        }
        known++;
        const search = new URLSearchParams(query ?? {}).toString();
        const answer = await send(engine, post(search === "" ? path : `${path}?${search}`, body));
        const folder = [
          sharedPath("corpus", dir, "response.sse"),
          sharedPath("corpus", dir, "response.json"),
        ];
        const recorded = folder.map((file) => {
          try {
            return readFileSync(file, "utf8");
          } catch {
            return undefined; // The other form.
          }
        });
        if (recorded.includes(answer.text)) exact++;
      }
      if (known === 0) return;
      // The same request was recorded more than once here and there, with another answer each time.
      expect(exact / known).toBeGreaterThan(0.95);
    },
  );
});
