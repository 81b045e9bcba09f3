import { expect, it } from "vitest";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { admissionTo, bodyOf } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import type { BackgroundWork } from "./background-calls.ts";
import { backgroundStream } from "./background-stream.ts";

const pending = {
  ...{ id: "resp_1", createdAt: new Date(0), runId: "run-1", engine: "background", isNative: false },
  isPending: true,
  input: [],
  body: { id: "resp_1", status: "in_progress", output: [] },
};

function open(done: Promise<void> = new Promise(() => undefined)) {
  const ledger = new MemoryLedger();
  const request = new CallRequest(admissionTo("/v1/responses"), bodyOf({ model: "m", input: "hi" }));
  const state = request.dialect.state!;
  const work: BackgroundWork = {
    ...{ id: "resp_1", runId: "run-1", pending: {}, done },
    start: () => undefined,
    stop: () => undefined,
    discard: async () => undefined,
  };
  return { ledger, request, state, followed: backgroundStream(request, state, ledger.responses, work) };
}

it("the stream of a background call has all events of its response, and the ids of its run", () => {
  const { followed, request, state, ledger } = open();
  expect(followed).toMatchObject({ id: "resp_1", from: 0, dialect: request.dialect, state });
  expect(followed.responses).toBe(ledger.responses);
  expect(followed.headers).toEqual(["x-abp-run-id", "run-1", request.dialect.transport.requestId, "run-1"]);
});

it("the stream of a background call follows the response as it is stored", async () => {
  const { followed, ledger } = open();
  expect(await followed.find()).toBeUndefined();
  await ledger.responses.keep(pending);
  expect(await followed.find()).toEqual(pending);
  const body = { id: "resp_1", status: "completed", output: [] };
  await ledger.responses.finish("resp_1", body);
  expect(await followed.find()).toMatchObject({ isPending: false, body });
});

it("the stream of a background call whose end could not be stored fails when its work is over", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { followed, ledger } = open(promise);
  await ledger.responses.keep(pending);
  expect(await followed.find()).toMatchObject({ isPending: true });
  resolve();
  await promise;
  expect(await followed.find()).toMatchObject({
    isPending: false,
    body: { id: "resp_1", status: "failed", error: { code: "server_error" } },
  });
});
