import { describe, expect, it } from "vitest";
import { codeOf } from "../fixtures/runs.ts";
import type { Store } from "../store.ts";

const AT = new Date("2026-03-01T08:02:00Z");

function keyOf(name: string) {
  const settings = '{"role":"viewer","tenant":"a"}';
  return { name, tokenSha256: "cd".repeat(32), settings, createdAt: new Date("2026-03-01T08:00:00Z") };
}

/** What every store must do with keys that were made at run time. */
export function describeAccessKeys(name: string, open: () => Promise<Store>): void {
  describe(`${name}: access keys`, () => {
    it("are kept over a restart, by name", async () => {
      const first = await open();
      for (const one of ["b", "a"]) await first.accessKeys.create(keyOf(one));
      await first.close();
      expect(await (await open()).accessKeys.list()).toEqual([keyOf("a"), keyOf("b")]);
    });

    it("get other settings until they are revoked", async () => {
      const { accessKeys } = await open();
      await accessKeys.create(keyOf("a"));
      expect(await accessKeys.set("a", "{}")).toBe(true);
      expect(await accessKeys.revoke("a", AT)).toBe(true);
      expect([await accessKeys.set("a", "1"), await accessKeys.revoke("a", AT)]).toEqual([false, false]);
      expect([await accessKeys.set("b", "1"), await accessKeys.revoke("b", AT)]).toEqual([false, false]);
      expect(await accessKeys.list()).toEqual([{ ...keyOf("a"), settings: "{}", revokedAt: AT }]);
    });

    it("keep their names for ever, also those that were revoked", async () => {
      const { accessKeys } = await open();
      await accessKeys.create(keyOf("a"));
      expect(await codeOf(accessKeys.create({ ...keyOf("a"), tokenSha256: "ef".repeat(32) }))).toBe(
        "id_repeated",
      );
      await accessKeys.revoke("a", AT);
      expect(await codeOf(accessKeys.create(keyOf("a")))).toBe("id_repeated");
      expect(await accessKeys.list()).toEqual([{ ...keyOf("a"), revokedAt: AT }]);
    });
  });
}
