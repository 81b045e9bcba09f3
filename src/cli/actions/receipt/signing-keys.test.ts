import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const data = (name: string) => join(machine.root, "home/data", name);
const keyIds = async () =>
  (JSON.parse((await machine.run(["receipt", "keys", "list", "--json"])).out) as { key_id: string }[]).map(
    (one) => one.key_id,
  );
const check = async () => {
  const { exit, out } = await machine.run(["receipt", "log", "--check", "--json"]);
  return { exit, key: (JSON.parse(out) as { key: string }).key };
};

describe("abp receipt keys", () => {
  it("signs the log again after a rotation and after the revocation of the old key", async () => {
    await machine.run(["run", "--task", "one"]);
    expect((await machine.run(["receipt", "keys", "rotate"])).exit).toBe(0);
    const [old, fresh] = await keyIds();
    expect(await check()).toEqual({ exit: 0, key: fresh });
    await machine.run(["receipt", "keys", "revoke", old as string]);
    expect(await check()).toEqual({ exit: 0, key: fresh });
  });

  it("says that nothing is signed after the last key was revoked, and signs with the next one", async () => {
    await machine.run(["run", "--task", "one"]);
    const [only] = await keyIds();
    const revoked = await machine.run(["receipt", "keys", "revoke", only as string]);
    expect(revoked.error).toContain("no key is in force now");
    expect((await check()).exit).toBe(7);
    expect((await machine.run(["receipt", "keys", "create"])).exit).toBe(0);
    expect(await check()).toEqual({ exit: 0, key: (await keyIds())[1] });
  });

  it("ends the old key no earlier than the newest receipt", async () => {
    const later = { now: () => new Date("2026-05-01T00:00:00Z") };
    const sooner = { now: () => new Date("2026-04-01T00:00:00Z") };
    await machine.run(["run", "--task", "one"], later as never);
    await machine.run(["receipt", "prove", "0", "--out", "b.tlog-proof"], later as never);
    await machine.run(["receipt", "keys", "rotate"], sooner as never);
    expect((await machine.run(["receipt", "verify", "b.tlog-proof"])).exit).toBe(0);
    const [old] = JSON.parse((await machine.run(["receipt", "keys", "list", "--json"])).out) as {
      not_after: string;
    }[];
    expect((old?.not_after ?? "") >= "2026-05-01T00:00:00.000Z").toBe(true);
  });

  it("rotates without a ledger, and beside one that cannot be read", async () => {
    await machine.run(["receipt", "keys", "create"]);
    expect((await machine.run(["receipt", "keys", "rotate"])).exit).toBe(0);
    await machine.run(["run", "--task", "one"]);
    for (const name of ["ledger.db-wal", "ledger.db-shm"]) rmSync(data(`receipts/${name}`), { force: true });
    writeFileSync(data("receipts/ledger.db"), "this is not a database".repeat(1000));
    const rotated = await machine.run(["receipt", "keys", "rotate"]);
    expect([rotated.exit, rotated.error]).toEqual([
      0,
      expect.stringContaining("the log is not signed with it yet"),
    ]);
  });

  it("shows keys as text and as JSON", async () => {
    const keys = async (...argv: string[]) => machine.run(["receipt", "keys", ...argv]);
    expect(await keys("list")).toMatchObject({
      out: "there is no key yet; `abp receipt keys create` creates one\n",
    });
    const said = `${data("keys")} holds the keys; \`abp receipt keys export\` prints the public ones\n`;
    const created = await keys("create");
    const [first] = await keyIds();
    expect(created).toEqual({ exit: 0, out: `created ${first}\n`, error: said });
    const rotated = await keys("rotate", "--json");
    const [old, fresh] = JSON.parse((await keys("list", "--json")).out);
    expect([JSON.parse(rotated.out), rotated.error]).toEqual([fresh, ""]);
    expect((await keys("rotate")).out).toBe(`rotated to ${(await keyIds())[2]}\n`);
    const revoked = await keys("revoke", old.key_id, "--reason", "lost");
    expect([revoked.exit, revoked.out, revoked.error]).toEqual([0, `revoked ${first}\n`, said]);
    const rows = (await keys("list")).out
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    const listed = JSON.parse((await keys("list", "--json")).out);
    expect(rows).toEqual([
      ["key", "state", "from", "until"],
      ...listed.map((key: Record<string, string>) => [
        ...[key["key_id"], key["status"], key["not_before"], key["not_after"] ?? "-"],
      ]),
    ]);
    expect(rows.map(([, state]) => state)).toContain("in_force");
    const shown = await keys("export");
    const file = await keys("export", "--out", "keys.json");
    expect([file.exit, file.out, readFileSync(join(machine.root, "keys.json"), "utf8")]).toEqual([
      0,
      "",
      shown.out,
    ]);
    expect(shown.out).toContain(first);
    expect(shown.out).toMatch(/^\{\n {2}"/);
  });
});
