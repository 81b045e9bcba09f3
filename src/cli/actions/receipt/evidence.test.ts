import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type Ledger, openStore } from "../../../storage/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();

function path(name: string): string {
  return join(machine.root, name);
}

function json<T = Record<string, unknown>>(text: string): T {
  return JSON.parse(text) as T;
}

describe("evidence, from the log to a stranger", () => {
  it("is proved, handed over and verified with nothing but the public keys", async () => {
    for (const task of ["one", "two", "three"]) await machine.run(["run", "--task", task]);
    expect((await machine.run(["receipt", "prove", "1", "--out", "b.tlog-proof"])).exit).toBe(0);
    expect((await machine.run(["receipt", "keys", "export", "--out", "keys.json"])).exit).toBe(0);
    const stranger = { env: { ABP_HOME: path("stranger") } };
    const verified = await machine.run(
      ["receipt", "verify", "b.tlog-proof", "--keys", "keys.json"],
      stranger,
    );
    expect(verified.exit).toBe(0);
    expect(verified.out).toMatch(/^VALID bundle/);
    expect(verified.out).toContain("localhost/abp/default, tenant default, number 1");

    const untrusting = await machine.run(["receipt", "verify", "b.tlog-proof"], stranger);
    expect(untrusting.exit).toBe(7);
    expect(untrusting.out).toContain("INVALID");

    const bytes = readFileSync(path("b.tlog-proof"));
    bytes[200] = bytes[200]! ^ 1;
    writeFileSync(path("t.tlog-proof"), bytes);
    expect((await machine.run(["receipt", "verify", "t.tlog-proof", "--keys", "keys.json"])).exit).toBe(7);
    const elsewhere = ["receipt", "verify", "b.tlog-proof", "--keys", "keys.json", "--tenant", "other"];
    expect((await machine.run(elsewhere)).out).toContain("receipt_tenant_mismatch");
  });

  it("is listed, checked, exported, and held against an earlier checkpoint", async () => {
    for (const task of ["one", "two"]) await machine.run(["run", "--task", task]);
    const listed = json<{ seq: number }[]>((await machine.run(["receipt", "log", "--json"])).out);
    expect(listed.map((entry) => entry.seq)).toEqual([1, 0]);
    expect((await machine.run(["receipt", "log", "--check"])).out).toMatch(/^VALID log of 2 receipts/);
    expect((await machine.run(["receipt", "log", "--export", "log.jsonl"])).exit).toBe(0);
    await machine.run(["run", "--task", "three"]);
    expect((await machine.run(["receipt", "log", "--export", "later.jsonl"])).exit).toBe(0);
    const grown = ["receipt", "verify", "later.jsonl", "--remembered", "log.jsonl.checkpoint"];
    expect((await machine.run(grown)).exit).toBe(0);
    const shrunk = await machine.run([
      "receipt",
      "verify",
      "log.jsonl",
      "--remembered",
      "later.jsonl.checkpoint",
    ]);
    expect(shrunk.exit).toBe(7);
    expect(shrunk.out).toContain("receipt_log_truncated");
  });

  it("is exported up to its checkpoint, though another process appends meanwhile", async () => {
    for (const task of ["one", "two"]) await machine.run(["run", "--task", task]);
    const receipts = { origin: "localhost/abp", keys_dir: path("home/data/keys") };
    const store = await openStore({ receipts_dir: path("home/data/receipts"), receipts }, { mode: "read" });
    // Every ledger of the store's kind, also those that the command opens.
    const ledgers = Object.getPrototypeOf(store.ledger("default")) as Ledger;
    await store.close();
    const real = ledgers.checkpoint;
    const checkpoint = vi.spyOn(ledgers, "checkpoint").mockImplementationOnce(async function (this: Ledger) {
      const signed = await real.call(this);
      await machine.run(["run", "--task", "three"]);
      return signed;
    });
    const { error } = await machine.run(["receipt", "log", "--export", "log.jsonl"]);
    checkpoint.mockRestore();
    expect(error).toContain("wrote 2 receipts");
    expect(readFileSync(path("log.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(2);
    expect((await machine.run(["receipt", "verify", "log.jsonl"])).exit).toBe(0);
    expect(json<unknown[]>((await machine.run(["receipt", "log", "--json"])).out)).toHaveLength(3);
  });

  it("stays valid under a rotated key, and not under a revoked one", async () => {
    await machine.run(["run", "--task", "one"]);
    const old = json<{ key_id: string }[]>((await machine.run(["receipt", "keys", "list", "--json"])).out)[0]!
      .key_id;
    await machine.run(["receipt", "prove", "0", "--out", "b.tlog-proof"]);
    expect((await machine.run(["receipt", "keys", "rotate"])).exit).toBe(0);
    expect((await machine.run(["receipt", "verify", "b.tlog-proof"])).exit).toBe(0);
    expect((await machine.run(["receipt", "keys", "revoke", old, "--reason", "lost"])).exit).toBe(0);
    const revoked = await machine.run(["receipt", "verify", "b.tlog-proof"]);
    expect(revoked.exit).toBe(7);
    expect(revoked.out).toContain("receipt_key_revoked");
    expect((await machine.run(["receipt", "keys", "list"])).out).toMatch(/revoked[\s\S]*in_force/);
  });

  it("is compared by content", async () => {
    await machine.run(["run", "--task", "one", "--out", "a.json", "--no-log"]);
    await machine.run(["run", "--task", "two", "--out", "b.json", "--no-log"]);
    expect((await machine.run(["receipt", "diff", "a.json", "a.json"])).out).toBe("no differences\n");
    const { exit, out } = await machine.run(["receipt", "diff", "a.json", "b.json"]);
    expect(exit).toBe(1);
    expect(out).toContain("$.trace[0]");
    const receipt = JSON.parse(readFileSync(path("a.json"), "utf8"));
    writeFileSync(path("more.json"), JSON.stringify({ ...receipt, ext: { added: true } }));
    const added = await machine.run(["receipt", "diff", "a.json", "more.json"]);
    expect(added.out).toMatch(/^\+ \$\.ext.*: .*true/m);
    const removed = await machine.run(["receipt", "diff", "more.json", "a.json"]);
    expect(removed.out).toMatch(/^- \$\.ext.*: .*true/m);
    expect((await machine.run(["receipt", "diff", "a.json", "a.json", "--json"])).exit).toBe(0);
  });

  it("is inspected; a changed receipt shows itself", async () => {
    await machine.run(["run", "--task", "one", "--out", "a.json", "--no-log"]);
    const shown = await machine.run(["inspect", "a.json", "--events"]);
    expect(shown.out).toContain("VALID (jcs-sha256)");
    expect(shown.out).toContain("[start] mock backend starting: one");
    const changed = readFileSync(path("a.json"), "utf8").replace(
      '"outcome": "complete"',
      '"outcome": "partial"',
    );
    const ended = await machine.run(["inspect", "-"], { stdin: changed });
    expect(ended.exit).toBe(7);
    expect(ended.out).toContain("receipt_hash_mismatch");
  });
});
