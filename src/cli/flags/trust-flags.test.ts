import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ED25519_COSIGNATURE, ed25519Signer, formatVerifierKey, makeVerifierKey } from "../../lib/index.ts";
import { useMachine } from "../fixtures/console.ts";
import type { Host } from "../terminal/host.ts";
import { openTerminal } from "../terminal/terminal.ts";
import { readTrust } from "./trust-flags.ts";

const machine = useMachine();

const read = (options: Record<string, unknown> = {}) => {
  const host = {
    ...{ cwd: machine.root, env: machine.env, home: machine.root },
    ...{ isTerminal: { out: false, error: false }, columns: () => undefined },
    ...{ writeOut: () => undefined, writeError: () => undefined },
    ...{ now: () => new Date("2026-01-02T00:00:00Z"), random: (length: number) => new Uint8Array(length) },
  } as unknown as Host;
  return readTrust(openTerminal(host, {}), options);
};

it("a machine without keys trusts none, and expects nothing", async () => {
  expect(await read()).toEqual({ keys: new Map() });
});

it("the keys are those of the machine, or of a file", async () => {
  await machine.run(["receipt", "keys", "create"]);
  const own = [...((await read()).keys ?? new Map()).keys()];
  expect(own).toHaveLength(1);
  const { out } = await machine.run(["receipt", "keys", "export"]);
  writeFileSync(join(machine.root, "keys.json"), out);
  await machine.run(["receipt", "keys", "rotate"]);
  expect((await read()).keys?.size).toBe(2);
  expect([...((await read({ keys: "keys.json" })).keys ?? new Map()).keys()]).toEqual(own);
});

it("a file of keys that cannot be read names itself", async () => {
  writeFileSync(join(machine.root, "keys.json"), "{");
  await expect(read({ keys: "keys.json" })).rejects.toMatchObject({
    where: expect.stringContaining("keys.json"),
  });
  await expect(read({ keys: "none.json" })).rejects.toMatchObject({ code: "input_unreadable" });
});

it("the flags say which origin, tenant and witness are expected", async () => {
  expect(await read({ origin: "localhost/abp", tenant: "team" })).toEqual({
    keys: new Map(),
    origin: "localhost/abp",
    tenant: "team",
  });
  const { publicKey } = ed25519Signer(new Uint8Array(32).fill(7));
  const key = makeVerifierKey("witness.example", ED25519_COSIGNATURE, publicKey);
  const { witnesses } = await read({ witness: formatVerifierKey(key) });
  expect(witnesses?.map(({ name }) => name)).toEqual(["witness.example"]);
  await expect(read({ witness: "no key" })).rejects.toMatchObject({ where: "--witness" });
});
