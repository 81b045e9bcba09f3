import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildReceipt, buildWorkOrder, documents, openPolicy } from "../../../contract/index.ts";
import { sealReceipt } from "../../../receipts/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const ts = "2026-03-01T08:00:00Z";
const receipt = buildReceipt({
  runId: id(1),
  workOrderId: id(2),
  startedAt: new Date(ts),
  finishedAt: new Date("2026-03-01T08:00:01Z"),
  backend: { id: "mock" },
  outcome: "complete",
  trace: [{ ts, type: "assistant_message", text: "hi" }],
});

describe("abp validate", () => {
  it.each<[string, object]>([
    ["envelope", { t: "ping", seq: 1 }],
    ["receipt", receipt],
    ["work_order", buildWorkOrder(id(3), "x")],
    ["event", { ts, type: "assistant_message", text: "x" }],
    ["policy_profile", openPolicy()],
    ["capability_requirements", { required: [] }],
    [
      "conversation",
      {
        model: "m",
        messages: [],
        system: [],
        tools: [],
        sampling: {},
        stop: [],
        stream: { enabled: true, usage: true },
      },
    ],
    ["reply", { candidates: [] }],
    ["loss_report", { direction: "request", from: "claude", to: "gemini", entries: [] }],
  ])("recognises a document of the kind %s", async (kind, value) => {
    const stdin = JSON.stringify(value);
    const { exit, out, error } = await machine.run(["validate", "-", "--json"], { stdin });
    expect([exit, error]).toEqual([0, ""]);
    expect(JSON.parse(out)).toEqual({ valid: true, kind, unknown_members: [] });
  });

  it.each(["[]", "1", "null", "{}", '{"meta":{}}', '{"messages":[]}', '{"ts":1}'])(
    "recognises nothing in %s",
    async (stdin) => {
      const { exit, error } = await machine.run(["validate", "-"], { stdin });
      expect([exit, error]).toEqual([
        expect.any(Number),
        expect.stringContaining("is not recognised as a document"),
      ]);
      expect(exit).not.toBe(0);
    },
  );
});

describe("abp schema", () => {
  it("lists the documents, and writes one to a file", async () => {
    const names = [...Object.keys(documents), "backplane_config"];
    expect(JSON.parse((await machine.run(["schema", "--json"])).out)).toEqual(names);
    const rows = (await machine.run(["schema"])).out
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    expect(rows.map(([name]) => name)).toEqual(["document", ...names]);
    expect(rows[0]).toEqual(["document", "what it is"]);
    const { out } = await machine.run(["schema", "event"]);
    expect(await machine.run(["schema", "event", "--out", "e.json"])).toMatchObject({ exit: 0, out: "" });
    expect(readFileSync(join(machine.root, "e.json"), "utf8")).toBe(out);
    expect(out).toMatch(/^\{\n {2}"/);
  });
});

describe("abp inspect", () => {
  const inspect = (...flags: string[]) => machine.run(["inspect", "r.json", ...flags]);

  it("shows a receipt, whether its hash matches, and its events", async () => {
    writeFileSync(join(machine.root, "r.json"), JSON.stringify(sealReceipt(receipt)));
    const { exit, out } = await inspect();
    expect([exit, out]).toEqual([
      0,
      expect.stringMatching(/^run +00000000-[\s\S]*\nhash +VALID \(jcs-sha256\)\n$/),
    ]);
    const events = await inspect("--events");
    expect(events.out).toBe(`${out}\n${ts}  hi\n`);
    expect(JSON.parse((await inspect("--json")).out)).toMatchObject({
      receipt: { outcome: "complete" },
      valid: true,
      profile: "jcs-sha256",
      findings: [],
    });
  });

  it("fails if the hash does not match", async () => {
    const changed = { ...sealReceipt(receipt), outcome: "partial" };
    writeFileSync(join(machine.root, "r.json"), JSON.stringify(changed));
    const { exit, out } = await inspect();
    expect([exit, out]).toEqual([
      7,
      expect.stringMatching(/\nhash +INVALID\nreceipt_hash_mismatch \S+: .+\n$/),
    ]);
    const json = await inspect("--json");
    expect([json.exit, JSON.parse(json.out)]).toEqual([7, expect.objectContaining({ valid: false })]);
  });
});
