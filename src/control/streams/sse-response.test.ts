import { setImmediate as turn } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { GrowingSource } from "./fixtures/growing-source.ts";
import { testGroups } from "./fixtures/test-groups.ts";
import { sseResponse } from "./sse-response.ts";

afterEach(() => void vi.useRealTimers());

const open = new AbortController().signal;

/** The ids of the events in a text, and the last event. */
function read(text: string) {
  const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => Number(id));
  const closing = /^event: (\S+)\ndata: (.*)$/m.exec(text);
  return { ids, event: closing?.[1], data: closing === null ? undefined : JSON.parse(closing[2]!) };
}

const upTo = (to: number, from = 0) => Array.from({ length: to - from }, (_, at) => from + at);

describe("a stream of server-sent events", () => {
  it("has an id for each event, and says how it ended", async () => {
    const source = new GrowingSource().grow(3, 1).end();
    const response = sseResponse(testGroups().follow("s", source, "-1"), { signal: open });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await response.text()).toBe(
      [
        "retry: 1000\n\n",
        ...[0, 1, 2].map((seq) => `id: ${seq}\ndata: {"seq":${seq},"pad":"x"}\n\n`),
        'event: closing\ndata: {"closing":"ended","resume_after":"2","state":"completed"}\n\n',
      ].join(""),
    );
  });

  it("is exact when it is cut at any event and asked for again", async () => {
    const source = new GrowingSource(3).grow(20).end();
    for (let cut = 0; cut < 20; cut += 1) {
      const rest = await sseResponse(testGroups().follow("s", source, String(cut)), { signal: open }).text();
      expect(read(rest).ids).toEqual(upTo(20, cut + 1));
    }
  });

  it("drops a client that reads nothing, and holds no more than the buffer for it", async () => {
    const source = new GrowingSource();
    const groups = testGroups(1000);
    const stalled = sseResponse(groups.follow("s", source, "-1"), { signal: open });
    const other = groups.follow("s", source, "-1");
    const taking = (async () => {
      while (!("closing" in (await other.next())));
    })();
    for (let round = 0; round < 200; round += 1) {
      source.grow(1, 2000);
      const { reads } = source;
      while (source.reads < reads + 2) await turn();
    }
    source.end();
    await taking;
    const { ids, event, data } = read(await stalled.text());
    expect(ids.length).toBeLessThan(50);
    expect([event, data]).toEqual(["closing", { closing: "too_slow", resume_after: String(ids.at(-1)) }]);
    const rest = await sseResponse(groups.follow("s", source, data.resume_after), { signal: open }).text();
    expect([...ids, ...read(rest).ids]).toEqual(upTo(200));
  });

  it("tells that the daemon stops", async () => {
    const stop = new AbortController();
    const source = new GrowingSource().grow(2);
    const response = sseResponse(testGroups().follow("s", source, "-1"), { signal: stop.signal });
    const text = response.text();
    while (source.reads < 3) await turn();
    stop.abort(new AbpError("shutting_down", "The daemon is stopping."));
    expect(read(await text)).toEqual({
      ids: [0, 1],
      event: "shutting_down",
      data: { closing: "shutting_down", resume_after: "1" },
    });
  });

  it("ends when the client leaves", async () => {
    const groups = testGroups();
    const response = sseResponse(groups.follow("s", new GrowingSource(), "-1"), { signal: open });
    await response.body!.cancel();
    expect(groups.size).toBe(0);
  });

  it("sends a comment while nothing happens", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const response = sseResponse(testGroups().follow("s", new GrowingSource(), "-1"), { signal: open });
    const reader = response.body!.getReader();
    const text = async () => Buffer.from((await reader.read()).value!).toString();
    expect(await text()).toBe("retry: 1000\n\n");
    vi.advanceTimersByTime(15_000);
    expect(await text()).toBe(":\n\n");
    await reader.cancel();
  });
});
