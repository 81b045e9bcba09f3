import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { followStream } from "./event-stream.ts";

const item = (seq: number) => `id: ${seq}\ndata: {"seq":${seq}}\n\n`;
const closing = (name: string, why: string, after: number) =>
  `event: ${name}\ndata: {"closing":"${why}","resume_after":"${after}"}\n\n`;

/** A stream whose connections send these texts. Each connection but those with an end is cut. */
function follow(texts: readonly (string | Error)[], signal?: AbortSignal) {
  const places: (string | undefined)[] = [];
  const pauses: number[] = [];
  const left = [...texts];
  const items = followStream<{ seq: number }>({
    open: async (after) => {
      places.push(after);
      const text = left.shift() ?? new AbpError("daemon_not_running", "gone");
      if (text instanceof Error) throw text;
      return new Response(text);
    },
    after: undefined,
    signal,
    pause: async (ms) => void pauses.push(ms),
  });
  return { items, places, pauses };
}

async function seqsOf(items: AsyncIterable<{ seq: number }>): Promise<number[]> {
  const seqs = [];
  for await (const { seq } of items) seqs.push(seq);
  return seqs;
}

describe("a followed stream", () => {
  it("goes on behind its last item after each cut, wherever it is", async () => {
    const whole = `retry: 1000\n\n${item(0)}:\n\n${item(1)}${item(2)}${closing("closing", "ended", 2)}`;
    for (let cut = 0; cut <= whole.length; cut++) {
      const first = whole.slice(0, cut);
      const known = [...first.matchAll(/data: \{"seq":(\d)\}\n\n/g)].length;
      const rest = [0, 1, 2].slice(known).map(item).join("") + closing("closing", "ended", 2);
      const { items, places } = follow([first, rest]);
      expect(await seqsOf(items)).toEqual([0, 1, 2]);
      if (cut < whole.length) expect(places).toEqual([undefined, known === 0 ? undefined : `${known - 1}`]);
    }
  });

  it("goes on if it was dropped, and if the daemon stops and starts", async () => {
    const { items, places, pauses } = follow([
      item(0) + closing("closing", "too_slow", 0),
      item(1) + closing("shutting_down", "shutting_down", 1),
      new AbpError("daemon_not_running", "gone"),
      new AbpError("shutting_down", "stopping"),
      item(2) + closing("closing", "ended", 2),
    ]);
    expect(await seqsOf(items)).toEqual([0, 1, 2]);
    expect(places).toEqual([undefined, "0", "1", "1", "1"]);
    expect(pauses).toEqual([50, 50, 100, 200]);
  });

  it("ends with the error of its last attempt if nothing comes any more, and with a refusal at once", async () => {
    const gone = follow([item(0)]);
    await expect(seqsOf(gone.items)).rejects.toMatchObject({ code: "daemon_not_running" });
    expect([gone.places.length, Math.max(...gone.pauses)]).toEqual([12, 5000]);
    const refused = follow([new AbpError("submission_not_found", "no")]);
    await expect(seqsOf(refused.items)).rejects.toMatchObject({ code: "submission_not_found" });
    expect(refused.places).toHaveLength(1);
  });

  it("stops when its reader leaves or its signal aborts", async () => {
    const controller = new AbortController();
    const { items, places } = follow([item(0), item(1)], controller.signal);
    await expect(
      (async () => {
        for await (const { seq } of items) if (seq === 1) controller.abort(new Error("enough"));
      })(),
    ).rejects.toThrow("enough");
    expect(places).toHaveLength(2);
  });
});
