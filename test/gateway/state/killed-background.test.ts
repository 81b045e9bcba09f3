import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../eventually.ts";
import { sampled } from "../../fault-size.ts";
import type { ChildDaemon, DaemonHome } from "../faults/child-daemon.ts";
import {
  asChunk,
  beginStream,
  LAST_CHUNK,
  type RawUpstream,
  type Script,
  startUpstream,
} from "../faults/raw-upstream.ts";
import { type SpeechName, speeches } from "../faults/speech.ts";
import { type OpenStream, openStream, type SeenEvent } from "./event-stream.ts";
import { fetchJson, headersOf, openHome } from "./two-keys.ts";

/** The numbers 0, 1, 2 … of events that have neither a gap nor a repetition. */
const numbersOf = (events: readonly SeenEvent[]) => events.map((event) => event.sequence_number);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

let home: DaemonHome | undefined;
let upstream: RawUpstream | undefined;
afterEach(async () => {
  home?.close();
  await upstream?.close();
});

async function prepare(dialect: SpeechName, workers: number, script: Script): Promise<DaemonHome> {
  upstream = await startUpstream(script);
  const engine = `[engines.e]\ndialect = "${dialect}"\nbase_url = "${upstream.url}"\napi_key = "none"`;
  home = openHome(`default_engine = "e"\n[gateway]\nworkers = ${workers}\n${engine}`);
  return home;
}

function begin(daemon: ChildDaemon, more: object = {}): Promise<OpenStream> {
  const body = { model: "test-model", input: "Say hello", background: true, stream: true, ...more };
  return openStream(`${daemon.url}/v1/responses`, {
    method: "POST",
    headers: headersOf("ada"),
    body: JSON.stringify(body),
  });
}

async function readAll(daemon: ChildDaemon, id: string, query = ""): Promise<readonly SeenEvent[]> {
  const stream = await openStream(`${daemon.url}/v1/responses/${id}?stream=true${query}`, {
    headers: headersOf("ada"),
  });
  expect(await stream.over).toBe(true);
  return stream.events();
}

async function kill(daemon: ChildDaemon): Promise<void> {
  daemon.signal("SIGKILL");
  await daemon.ended;
}

describe("a daemon that is killed", () => {
  const kinds = [["claude", 2] as const, ["codex", 1] as const];
  // The next test shows an engine that speaks Responses, too.
  it.each(sampled(kinds, ([dialect]) => dialect === "claude"))(
    "under a background stream tells its truth afterwards (engine: %s, workers: %s)",
    async (dialect, workers) => {
      const { events, beforeEnd } = speeches[dialect];
      // Says the beginning of its answer, and never the end.
      const place = await prepare(dialect, workers, (exchange) => {
        beginStream(exchange);
        for (const event of events.slice(0, beforeEnd)) exchange.socket.write(asChunk(event));
      });
      const first = await place.start();
      const stream = await begin(first);
      await until(() => stream.events().some(({ type }) => type === "response.output_text.delta"));
      const runId = stream.headers.get("x-abp-run-id")!;
      const { id } = stream.events()[0]!.response as { id: string };
      await kill(first);
      expect(await stream.over).toBe(false);
      const seen = stream.events();
      expect(numbersOf(seen)).toEqual(upTo(seen.length));

      const second = await place.start();
      const found = await fetchJson(second, "ada", `/v1/responses/${id}`);
      expect(found).toMatchObject({
        status: 200,
        body: { id, status: "failed", background: true, error: { code: "server_error" } },
      });
      // What the caller saw was durable before it was sent, so it is the beginning of what is read now.
      const all = await readAll(second, id);
      expect(numbersOf(all)).toEqual(upTo(all.length));
      expect(all.slice(0, seen.length)).toEqual(seen);
      expect(all.at(-1)).toMatchObject({ type: "response.failed", response: found.body });
      expect(all.filter(({ type }) => type === "response.failed")).toHaveLength(1);
      for (const after of [0, seen.length - 1, all.length - 2, all.length - 1, all.length])
        expect(await readAll(second, id, `&starting_after=${after}`)).toEqual(all.slice(after + 1));
      const receipt = await fetchJson(second, "ada", `/v1/runs/${runId}/receipt`);
      expect(receipt).toMatchObject({
        status: 200,
        body: { outcome: "failed", termination: { reason: "interrupted" } },
      });
      // The end is the same from then on, even if somebody cancels it.
      expect(await fetchJson(second, "ada", `/v1/responses/${id}/cancel`, "POST")).toEqual(found);
      for (const path of ["", "?stream=true", "/input_items"])
        expect((await fetchJson(second, "bob", `/v1/responses/${id}${path}`)).status).toBe(404);
      expect((await fetchJson(second, "bob", `/v1/responses/${id}/cancel`, "POST")).status).toBe(404);
    },
  );

  it("while many background streams end has a response, its events and its conversation agree", async () => {
    const { events, beforeEnd } = speeches.codex;
    const STREAMS = 12;
    const finishers: (() => void)[] = [];
    const place = await prepare("codex", 1, (exchange) => {
      beginStream(exchange);
      for (const event of events.slice(0, beforeEnd)) exchange.socket.write(asChunk(event));
      finishers.push(() => {
        for (const event of events.slice(beforeEnd)) exchange.socket.write(asChunk(event));
        exchange.socket.write(LAST_CHUNK);
      });
    });
    const first = await place.start();
    const conversations = await Promise.all(
      Array.from({ length: STREAMS }, () => fetchJson(first, "ada", "/v1/conversations", "POST", {})),
    );
    const streams = await Promise.all(
      conversations.map(({ body }) => begin(first, { conversation: body["id"] })),
    );
    const isDone = ({ events: seen }: OpenStream) => seen().at(-1)?.type === "response.completed";
    await until(() => finishers.length === STREAMS);
    const finishing = setInterval(() => finishers.pop()?.(), 40);
    await until(() => streams.filter(isDone).length >= STREAMS / 3);
    await kill(first);
    clearInterval(finishing);
    await Promise.all(streams.map(({ over }) => over));

    const second = await place.start();
    const ends = new Map<unknown, number>();
    for (const [at, stream] of streams.entries()) {
      const seen = stream.events();
      const id = seen[0]?.response?.["id"];
      if (id === undefined) continue;
      const found = await fetchJson(second, "ada", `/v1/responses/${String(id)}`);
      const { status } = found.body;
      ends.set(status, (ends.get(status) ?? 0) + 1);
      const all = await readAll(second, String(id));
      expect(numbersOf(all)).toEqual(upTo(all.length));
      expect(all.slice(0, seen.length)).toEqual(seen);
      expect(all.at(-1)).toMatchObject({ type: `response.${String(status)}`, response: found.body });
      const items = await fetchJson(
        second,
        "ada",
        `/v1/conversations/${String(conversations[at]!.body["id"])}/items`,
      );
      expect(items.body["data"]).toHaveLength(status === "completed" ? 2 : 0);
      if (isDone(stream)) expect(status).toBe("completed");
    }
    console.info(`after the kill: ${JSON.stringify([...ends])}`);
    expect(ends.get("completed")).toBeGreaterThanOrEqual(STREAMS / 3);
    expect([...ends.keys()].filter((status) => status !== "completed" && status !== "failed")).toEqual([]);
  });

  it("keeps conversations and threads, each for its own key", async () => {
    home = openHome('default_engine = "sim-claude"\n');
    const first = await home.start();
    const items = [{ type: "message", role: "user", content: "My name is Ada." }];
    const created = await fetchJson(first, "ada", "/v1/conversations", "POST", { items });
    const conversation = created.body["id"] as string;
    const ask = { model: "sim-model", input: "And now?", conversation };
    const answered = await fetchJson(first, "ada", "/v1/responses", "POST", ask);
    const say = (text: string, thread: object) => ({
      ...{ model: "sim-model", max_tokens: 50, thread, messages: [{ role: "user", content: text }] },
    });
    const opened = await fetchJson(first, "ada", "/v1/messages", "POST", say("Hi", { type: "create" }));
    const next = say("Go on", { type: "continue", previous_message_id: opened.body["id"] });
    expect([created.status, answered.status, opened.status]).toEqual([200, 200, 200]);
    const checkOther = async (daemon: ChildDaemon): Promise<void> => {
      const path = `/v1/conversations/${conversation}`;
      expect((await fetchJson(daemon, "bob", path)).status).toBe(404);
      expect((await fetchJson(daemon, "bob", `${path}/items`)).status).toBe(404);
      expect((await fetchJson(daemon, "bob", `${path}/items`, "POST", { items })).status).toBe(404);
      expect((await fetchJson(daemon, "bob", path, "DELETE")).status).toBe(404);
      expect((await fetchJson(daemon, "bob", "/v1/responses", "POST", ask)).status).toBe(404);
      expect((await fetchJson(daemon, "bob", "/v1/messages", "POST", next)).status).toBe(404);
    };
    await checkOther(first);
    await kill(first);

    const second = await home.start();
    await checkOther(second);
    const listed = await fetchJson(second, "ada", `/v1/conversations/${conversation}/items?order=asc`);
    const data = listed.body["data"] as readonly { role: string }[];
    expect(data.map(({ role }) => role)).toEqual(["user", "user", "assistant"]);
    const again = await fetchJson(second, "ada", "/v1/responses", "POST", ask);
    const usageOf = ({ body }: { body: Record<string, unknown> }) =>
      (body["usage"] as { input_tokens: number }).input_tokens;
    expect(usageOf(again)).toBeGreaterThan(usageOf(answered));
    const continued = await fetchJson(second, "ada", "/v1/messages", "POST", next);
    expect([continued.status, usageOf(continued) > usageOf(opened)]).toEqual([200, true]);
  });
});
