import { describe, expect, it, vi } from "vitest";
import { buildReceipt } from "../../contract/index.ts";
import { findDialect } from "../../dialects/index.ts";
import type { KeptResponse } from "../../storage/index.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { currentResponse } from "./current-response.ts";

const dialect = findDialect("codex");
const state = dialect.state!;
const RUN = "00000000-0000-7000-8000-000000000001";
const START = Date.UTC(2026, 0, 1);
const item = { type: "message", id: "msg_9", role: "assistant", content: [] };
const completed = { id: "resp_1", status: "completed", output: [item] };

const pending: KeptResponse = {
  ...{ id: "resp_1", createdAt: new Date(START), runId: RUN, engine: "background", isNative: false },
  isPending: true,
  input: [{ role: "user", content: "hi" }],
  body: { id: "resp_1", status: "in_progress", output: [] },
};

async function open({ isRecorded = true, now = START } = {}) {
  const ledger = new MemoryLedger();
  await ledger.responses.keep(pending);
  await ledger.conversations.create({ id: "conv_1", createdAt: new Date(START), metadata: {} }, []);
  const run = { runId: RUN, workOrderId: RUN, startedAt: new Date(START) };
  if (isRecorded)
    await ledger.append(
      buildReceipt(
        {
          ...run,
          finishedAt: new Date(START),
          backend: { id: "e" },
          mode: "mapped",
          outcome: "failed",
        },
        { termination: { reason: "interrupted" } },
      ),
    );
  const { responses } = ledger;
  const place = { dialect, state, ledger, responses, now: () => now };
  const add = (...events: object[]) =>
    responses.addEvents(
      "resp_1",
      ledger.responseEvents.get("resp_1")?.length ?? 0,
      events.map((one) => JSON.stringify(one)),
    );
  const begin = () => ledger.begin({ ...run, backendId: "e", mode: "mapped" });
  return { ledger, place, add, begin, current: () => currentResponse(place, pending) };
}

describe("a response as it is now", () => {
  it("is what is stored if it has ended, whatever its run says", async () => {
    const { ledger, place } = await open();
    const ended = { ...pending, isPending: false };
    expect(await currentResponse(place, ended)).toBe(ended);
    expect(ledger.log).not.toContain("finish");
  });

  it("is pending while its run is open, and for a minute if its run has not begun", async () => {
    const working = await open({ isRecorded: false, now: START + 86_400_000 });
    await working.begin();
    expect(await working.current()).toBe(pending);
    const starting = await open({ isRecorded: false, now: START + 60_000 });
    expect(await starting.current()).toBe(pending);
    const late = await open({ isRecorded: false, now: START + 60_001 });
    expect(await late.current()).toMatchObject({ isPending: false, body: { status: "failed" } });
  });

  it("has failed if its run ended without it, with the events that were stored", async () => {
    const { ledger, add, current } = await open();
    await add({ type: "response.created", response: {} });
    expect(await current()).toMatchObject({
      isPending: false,
      body: {
        id: "resp_1",
        status: "failed",
        error: { code: "server_error", message: "the daemon stopped before the response was stored" },
      },
    });
    expect(ledger.kept.get("resp_1")).toMatchObject({ isPending: false, itemIds: [] });
  });

  it("has the end that its events say, so that both agree", async () => {
    const { ledger, add, current } = await open();
    // The store gives events in portions.
    const { readEvents } = ledger.responses;
    ledger.responses.readEvents = async (id, from) => {
      const found = await readEvents(id, from);
      return found && { ...found, lines: found.lines.slice(0, 1) };
    };
    await add({ type: "response.created", response: {} }, { type: "response.in_progress", response: {} });
    await add({ type: "response.completed", response: { ...completed, conversation: { id: "conv_1" } } });
    expect(await current()).toMatchObject({ isPending: false, body: completed });
    expect(ledger.kept.get("resp_1")).toMatchObject({ itemIds: ["msg_9"] });
    expect(await ledger.conversations.items("conv_1")).toMatchObject([
      { id: `msg_${RUN.replaceAll("-", "")}0`, item: { role: "user" } },
      { id: "msg_9", item },
    ]);
  });

  it.each([{}, { conversation: null }, { conversation: 1 }])(
    "adds nothing to a conversation if it has none: %j",
    async (more) => {
      const { ledger, add, current } = await open();
      const finish = vi.spyOn(ledger.responses, "finish");
      await add({ type: "response.completed", response: { ...completed, ...more } });
      expect(await current()).toMatchObject({ body: completed });
      expect(finish.mock.calls).toEqual([["resp_1", { ...completed, ...more }, ["msg_9"], undefined]]);
      expect(await ledger.conversations.items("conv_1")).toEqual([]);
    },
  );

  it("has failed if its last event carries no response", async () => {
    for (const event of [
      { type: "error", message: "broken" },
      { type: "response.completed", response: "x" },
    ]) {
      const { add, current } = await open();
      await add(event);
      expect(await current()).toMatchObject({ body: { status: "failed" } });
    }
  });

  it("has failed if what ended its stream is no response", async () => {
    const { place, add } = await open();
    await add({ type: "ended", response: "x" });
    const ending = { observe: () => ({ end: "complete" }) } as unknown as Pick<typeof dialect, "observe">;
    expect(await currentResponse({ ...place, dialect: ending }, pending)).toMatchObject({
      body: { status: "failed" },
    });
  });

  it("is the end that another thread set first", async () => {
    const { ledger, current } = await open();
    ledger.kept.set("resp_1", { ...pending, isPending: false, body: completed });
    expect(await current()).toMatchObject({ isPending: false, body: completed });
  });

  it("has failed for its reader if it was deleted meanwhile", async () => {
    const { ledger, current } = await open();
    ledger.kept.delete("resp_1");
    expect(await current()).toMatchObject({ id: "resp_1", isPending: false, body: { status: "failed" } });
  });
});
