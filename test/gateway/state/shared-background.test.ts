import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Config, ConfigSchema } from "../../../src/config/index.ts";
import { type Daemon, startDaemon } from "../../../src/daemon/index.ts";
import { until } from "../../eventually.ts";
import { asChunk, beginStream, LAST_CHUNK, type RawUpstream, startUpstream } from "../faults/raw-upstream.ts";
import { speeches } from "../faults/speech.ts";
import { type OpenStream, openStream } from "./event-stream.ts";

/** Calls on connections of their own. With as many, each of two threads gets some. */
const CONNECTIONS = 8;

describe("a background stream on one of two serving threads", () => {
  const folder = mkdtempSync(join(tmpdir(), "abp-shared-"));
  const { events, beforeEnd } = speeches.claude;
  let upstream: RawUpstream;
  let daemon: Daemon;
  /** Ends the answers that the upstream has begun. */
  let finish: () => void = () => undefined;

  beforeAll(async () => {
    upstream = await startUpstream((exchange) => {
      beginStream(exchange);
      for (const event of events.slice(0, beforeEnd)) exchange.socket.write(asChunk(event));
      finish = () => {
        exchange.socket.write(asChunk(events.slice(beforeEnd).join("")));
        exchange.socket.write(LAST_CHUNK);
      };
    });
    const config = ConfigSchema.parse({
      receipts_dir: join(folder, "receipts"),
      workspace_dir: join(folder, "workspaces"),
      receipts: { keys_dir: join(folder, "keys") },
      gateway: { workers: 2, drain_timeout_secs: 0 },
      keys: { ada: { token: "shared-ada" }, bob: { token: "shared-bob" } },
      default_engine: "e",
      engines: { e: { dialect: "claude", base_url: upstream.url, api_key: "none" } },
    }) as Config;
    const stateDirectory = join(folder, "state");
    daemon = await startDaemon({ config, stateDirectory, env: {}, port: 0, isPublic: false });
  });
  afterAll(async () => {
    await daemon.stop();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // A closed connection is not used again, so that every call may meet either thread.
  const headers = (who = "ada") => ({
    authorization: `Bearer shared-${who}`,
    "content-type": "application/json",
    connection: "close",
  });
  const begin = async (): Promise<{ readonly stream: OpenStream; readonly id: string }> => {
    const body = { model: "test-model", input: "Say hello", background: true, stream: true };
    const stream = await openStream(`${daemon.url}/v1/responses`, {
      method: "POST",
      headers: headers(),
      body: JSON.stringify(body),
    });
    await until(() => stream.events().some(({ type }) => type === "response.output_text.delta"));
    return { stream, id: stream.events()[0]!.response!["id"] as string };
  };
  const follow = (id: string, query = "") =>
    openStream(`${daemon.url}/v1/responses/${id}?stream=true${query}`, { headers: headers() });
  const call = async (path: string, method = "GET", who = "ada") => {
    const response = await fetch(`${daemon.url}${path}`, { method, headers: headers(who) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const repeat = <Value>(make: () => Promise<Value>): Promise<Value[]> =>
    Promise.all(Array.from({ length: CONNECTIONS }, make));

  it("is fetched and followed through both", async () => {
    const { stream, id } = await begin();
    const fetched = await repeat(() => call(`/v1/responses/${id}`));
    expect(fetched.map(({ body }) => body["status"])).toEqual(fetched.map(() => "in_progress"));
    const readers = await repeat(() => follow(id));
    const later = await repeat(() => follow(id, "&starting_after=1"));
    finish();
    for (const reader of [stream, ...readers, ...later]) expect(await reader.over).toBe(true);
    const all = stream.events();
    expect(all.at(-1)).toMatchObject({ type: "response.completed", response: { id, status: "completed" } });
    for (const reader of readers) expect(reader.events()).toEqual(all);
    for (const reader of later) expect(reader.events()).toEqual(all.slice(2));
    const foreign = await repeat(() => call(`/v1/responses/${id}?stream=true`, "GET", "bob"));
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 404));
  });

  it("is cancelled through both, which ends every reader and the engine's work", async () => {
    const { stream, id } = await begin();
    const readers = await repeat(() => follow(id));
    const { closed } = upstream.exchanges.at(-1)!;
    const foreign = await repeat(() => call(`/v1/responses/${id}/cancel`, "POST", "bob"));
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 404));
    const cancelled = await repeat(() => call(`/v1/responses/${id}/cancel`, "POST"));
    expect(cancelled.map(({ body }) => body["status"])).toEqual(cancelled.map(() => "cancelled"));
    for (const reader of [stream, ...readers]) {
      expect(await reader.over).toBe(true);
      const seen = reader.events();
      expect(seen.map((event) => event.sequence_number)).toEqual(seen.map((_, at) => at));
      expect(seen.at(-1)).toMatchObject({ type: "response.failed", response: { status: "cancelled" } });
    }
    await closed;
    const receipt = `/v1/runs/${stream.headers.get("x-abp-run-id")!}/receipt`;
    while ((await call(receipt)).status !== 200) await sleep(20);
    expect((await call(receipt)).body).toMatchObject({ termination: { reason: "cancelled" } });
  });

  it("is deleted through both, and its readers end", async () => {
    const { stream, id } = await begin();
    const readers = await repeat(() => follow(id));
    expect((await call(`/v1/responses/${id}`, "DELETE")).body).toMatchObject({ id, deleted: true });
    for (const reader of [stream, ...readers]) expect(await reader.over).toBe(true);
    const found = await repeat(() => call(`/v1/responses/${id}`));
    expect(found.map(({ status }) => status)).toEqual(found.map(() => 404));
  });
});
