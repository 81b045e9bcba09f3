import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { Receipt } from "../../../src/contract/index.ts";
import type { TestGateway } from "../test-gateway.ts";
import type { Heard, HeardCall, VendorClient } from "./vendor-client.ts";

const RECEIPT_TIMEOUT_MS = 5000;

/** The receipt of a run, once it is written; it is written after the answer. */
export async function fetchReceipt({ baseUrl, token }: TestGateway, runId: string): Promise<Receipt> {
  const deadline = performance.now() + RECEIPT_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`${baseUrl}/v1/runs/${runId}/receipt`, { headers: { "x-abp-key": token } });
    if (answer.status === 200) return (await answer.json()) as Receipt;
    const text = await answer.text();
    if (performance.now() > deadline) throw new Error(`no receipt of ${runId}: ${answer.status} ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The receipt of a client's latest call. */
export function lastReceipt(gateway: TestGateway, { tap }: VendorClient): Promise<Receipt> {
  return fetchReceipt(gateway, tap.last.headers.get("x-abp-run-id") ?? "none");
}

/** Checks that the receipt of the latest call says what was on the wire, and answers it. */
export async function checkReceipt(
  gateway: TestGateway,
  client: VendorClient,
  engineDialect: string,
  heard?: Heard,
): Promise<Receipt> {
  const { tap } = client;
  const receipt = await lastReceipt(gateway, client);
  const observed = receipt.observed!;
  const isSame = client.dialect === engineDialect;
  expect(receipt.mode).toBe(isSame ? "passthrough" : "mapped");
  expect(tap.last.headers.get("x-abp-mode")).toBe(receipt.mode);
  expect(observed.call).toMatchObject({
    dialect: client.dialect,
    engine: `sim-${engineDialect}`,
    engine_dialect: engineDialect,
    status: tap.last.status,
    simulated: true,
  });
  expect(observed.request?.sha256).toBe(createHash("sha256").update(tap.last.sent).digest("hex"));
  expect(observed.response?.sha256).toBe(await tap.last.received);
  // What is estimated here may never have gone to the engine.
  const digest =
    tap.last.headers.get("x-abp-estimate") === null ? expect.stringMatching(/^[0-9a-f]{64}$/) : undefined;
  expect(observed.upstream_request?.sha256).toEqual(isSame ? observed.request?.sha256 : digest);
  expect(observed.upstream_response?.sha256).toEqual(isSame ? observed.response?.sha256 : digest);
  expect(lossesInHeader(tap.last.headers)).toEqual(lossesInReceipt(receipt));
  if (heard !== undefined) {
    expect(receipt).toMatchObject({ outcome: "complete", termination: { reason: "completed" } });
    expect(receipt.usage).toMatchObject({
      input_tokens: heard.usage?.input,
      output_tokens: heard.usage?.output,
    });
    expect(observed.call?.tool_calls ?? []).toEqual(heard.calls.map(recordedCall));
    expect(receipt.negotiation).toMatchObject({ lane: receipt.mode, verdict: "accept" });
    if (observed.call?.stream === true) expect(observed.call.events).toBeGreaterThan(1);
    else expect(observed.call).not.toHaveProperty("events");
  }
  return receipt;
}

// The simulator calls with one argument at most, whose JSON has only one order.
function recordedCall({ id, name, input }: HeardCall) {
  const digest = createHash("sha256").update(JSON.stringify(input)).digest("hex");
  return { arguments_sha256: digest, ...(id === "" ? {} : { id }), name };
}

function lossesInHeader(headers: Headers): string[] {
  const value = headers.get("x-abp-loss");
  // Losses of the answer stand behind those of the request.
  return value === null ? [] : value.split(", ").filter((one) => !/^answer:? /.test(one));
}

function lossesInReceipt({ mapping = [] }: Receipt): string[] {
  return mapping
    .filter(({ direction }) => direction === "request" || direction === "error")
    .flatMap(({ entries }) => entries)
    .filter(({ disposition }) => disposition === "disclosed" || disposition === "emulated")
    .map(
      ({ disposition, path, emulator }) =>
        `${disposition} ${path}${emulator === undefined ? "" : ` by ${emulator}`}`,
    );
}
