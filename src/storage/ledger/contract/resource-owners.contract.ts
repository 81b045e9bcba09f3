import { describe, expect, it } from "vitest";
import type { ContentOwner } from "../owned-content.ts";
import type { Store } from "../store.ts";

const me: ContentOwner = { owner: "key:me", readsUnowned: true };
const other: ContentOwner = { owner: "key:other", readsUnowned: true };

/** Every store passes these tests. `open` opens the same store again after it was closed. */
export function describeResourceOwners(name: string, open: () => Promise<Store>): void {
  const owners = (store: Store, tenant: string, as: ContentOwner) =>
    store.ledger(tenant).contentOf(as).resourceOwners;

  describe(`${name}: owners of what vendors keep`, () => {
    it("are found at once, by everybody, and after a restart", async () => {
      const store = await open();
      await owners(store, "a", me).keep([
        { engine: "e", id: "file-1" },
        { engine: "f", id: "up-1", address: "https://h.test/up?upload_id=1" },
      ]);
      expect(await owners(store, "a", me).find("file-1")).toEqual([
        { engine: "e", id: "file-1", isOwn: true },
      ]);
      expect(await owners(store, "a", other).find("file-1")).toMatchObject([{ isOwn: false }]);
      expect(await owners(store, "b", me).find("file-1")).toMatchObject([{ isOwn: false }]);
      expect(await owners(store, "a", me).find("file-2")).toEqual([]);
      await store.close();
      const again = await open();
      expect(await owners(again, "a", me).find("up-1")).toEqual([
        { engine: "f", id: "up-1", address: "https://h.test/up?upload_id=1", isOwn: true },
      ]);
    });

    it("are found while their write is under way, if the question waits for it", async () => {
      const store = await open();
      const kept = owners(store, "a", me).keep([{ engine: "e", id: "msg_1" }]);
      expect(await owners(store, "a", me).find("msg_1", { waits: true })).toMatchObject([{ isOwn: true }]);
      expect(await owners(store, "a", me).find("msg_2", { waits: true })).toEqual([]);
      await kept;
    });

    it("keep an id that another call gets too, at the same engine", async () => {
      const store = await open();
      await owners(store, "a", me).keep([{ engine: "e", id: "x", address: "https://h.test/1" }]);
      await owners(store, "a", other).keep([{ engine: "e", id: "x", address: "https://evil.test" }]);
      await owners(store, "b", me).keep([{ engine: "f", id: "x" }]);
      expect(await owners(store, "a", me).find("x")).toEqual([
        { engine: "e", id: "x", address: "https://h.test/1", isOwn: true },
        { engine: "f", id: "x", isOwn: false },
      ]);
      await owners(store, "a", me).keep([{ engine: "e", id: "x", address: "https://h.test/2" }]);
      expect((await owners(store, "a", me).find("x"))[0]?.address).toBe("https://h.test/2");
    });

    it("forget an id of their own, and no other", async () => {
      const store = await open();
      await owners(store, "a", me).keep([
        { engine: "e", id: "x" },
        { engine: "f", id: "x" },
      ]);
      await owners(store, "a", other).forget("e", "x");
      await owners(store, "b", me).forget("e", "x");
      expect(await owners(store, "a", me).find("x")).toHaveLength(2);
      await owners(store, "a", me).forget("e", "x");
      expect(await owners(store, "a", me).find("x")).toEqual([{ engine: "f", id: "x", isOwn: true }]);
    });
  });
}
