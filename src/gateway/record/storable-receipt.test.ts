import { describe, expect, it } from "vitest";
import { buildReceipt } from "../../contract/index.ts";
import { canonicalize } from "../../lib/index.ts";
import { makeStorable } from "./storable-receipt.ts";

function receiptWith(usageRaw: unknown) {
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  const at = new Date(0);
  return buildReceipt({
    runId: id,
    workOrderId: id,
    startedAt: at,
    finishedAt: at,
    backend: { id: "e" },
    mode: "passthrough",
    outcome: "complete",
    usageRaw,
  });
}

describe("a receipt", () => {
  it.each([
    ["half of a surrogate pair", { text: "a\ud800b" }, { text: "a\ufffdb" }],
    ["half of a surrogate pair in a name", { "\udc00": 1 }, { "\ufffd": 1 }],
    [
      "a number beyond a double",
      { number: JSON.parse("1e999") as number, list: [-Infinity] },
      { number: null, list: [null] },
    ],
  ])("can be stored though somebody put in %s", (_, odd, mended) => {
    const receipt = receiptWith(odd);
    expect(() => canonicalize(receipt)).toThrow();
    const storable = makeStorable(receipt);
    expect(() => canonicalize(storable)).not.toThrow();
    expect(storable.usage_raw).toEqual(mended);
  });

  it("can be stored though a value in it nests without end", () => {
    let deep: unknown = 1;
    for (let count = 0; count < 5000; count += 1) deep = [deep];
    const receipt = receiptWith({ deep });
    expect(() => canonicalize(receipt)).toThrow();
    expect(() => canonicalize(makeStorable(receipt))).not.toThrow();
  });

  it("that can be stored as it is stays as it is", () => {
    const receipt = receiptWith({ input_tokens: 1, note: "🙂" });
    expect(makeStorable(receipt)).toEqual(receipt);
  });
});
