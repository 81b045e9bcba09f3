import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { GrowingSource } from "./fixtures/growing-source.ts";
import { cursors, cursorsOf, takeFrom, testGroups } from "./fixtures/test-groups.ts";
import { FollowerGroups } from "./follower-groups.ts";

const FIRST = "-1";

describe("followers of a stream", () => {
  it("get everything from where they begin, and then the end", async () => {
    const source = new GrowingSource().grow(250).end();
    const groups = testGroups();
    const read = (after: string) => takeFrom(groups.follow("s", source, after));
    const [all, part, none] = await Promise.all([read(FIRST), read("99"), read("249")]);
    expect([cursorsOf(all.items), cursorsOf(part.items), none.items]).toEqual([
      cursors(0, 250),
      cursors(100, 250),
      [],
    ]);
    const ending = { closing: "ended", resumeAfter: "249", facts: { state: "completed" } };
    expect([all.ending, part.ending, none.ending]).toEqual([ending, ending, ending]);
    expect(groups.size).toBe(0);
  });

  it("go on exactly where they were cut, at whichever item", async () => {
    const source = new GrowingSource(7).grow(40).end();
    for (let cut = 0; cut <= 40; cut += 1) {
      const groups = testGroups();
      const first = groups.follow("s", source, FIRST);
      const before = cut === 0 ? [] : (await takeFrom(first, cut)).items.slice(0, cut);
      first.leave();
      const rest = await takeFrom(groups.follow("s", source, before.at(-1)?.cursor ?? FIRST));
      expect(cursorsOf([...before, ...rest.items])).toEqual(cursors(0, 40));
    }
  });

  it("share one reader, however many they are", async () => {
    const source = new GrowingSource();
    const groups = testGroups();
    const followers = Array.from({ length: 1000 }, () => groups.follow("s", source, FIRST));
    const reading = followers.map((follower) => takeFrom(follower));
    for (let round = 0; round < 20; round += 1) {
      source.grow(10);
      const { reads } = source;
      while (source.reads < reads + 2) await turn();
    }
    source.end();
    const results = await Promise.all(reading);
    for (const { items } of results) expect(items.length).toBe(200);
    expect(cursorsOf(results[999]!.items)).toEqual(cursors(0, 200));
    // Each round is seen by at least one read, and by none of each follower.
    expect(source.reads).toBeLessThan(200);
  });

  it("that join later take what the window holds, and read the rest alone", async () => {
    const source = new GrowingSource().grow(300, 100);
    const groups = testGroups(2000);
    const early = groups.follow("s", source, FIRST);
    expect((await takeFrom(early, 300)).items).toHaveLength(300);
    const late = takeFrom(groups.follow("s", source, FIRST));
    const near = takeFrom(groups.follow("s", source, "297"));
    const rest = takeFrom(early);
    await turn();
    source.grow(5).end();
    expect(cursorsOf((await late).items)).toEqual(cursors(0, 305));
    expect(cursorsOf((await near).items)).toEqual(cursors(298, 305));
    expect(cursorsOf((await rest).items)).toEqual(cursors(300, 305));
  });

  it("that are slow are dropped with the place to go on, and go on there", async () => {
    const source = new GrowingSource();
    const groups = testGroups(1000);
    const slow = groups.follow("s", source, FIRST);
    const fast = takeFrom(groups.follow("s", source, FIRST));
    const first = slow.next();
    source.grow(1);
    expect(cursorsOf((await first) as never)).toEqual(["0"]);
    const dropped = new Promise((resolve) => slow.onEnd(resolve));
    for (let round = 0; round < 50; round += 1) {
      source.grow(1, 100);
      const { reads } = source;
      while (source.reads < reads + 2) await turn();
    }
    const ending = { closing: "too_slow", resumeAfter: "0", facts: {} };
    expect(await dropped).toEqual(ending);
    expect(await slow.next()).toEqual(ending);
    const again = takeFrom(groups.follow("s", source, "0"));
    source.end();
    expect(cursorsOf((await again).items)).toEqual(cursors(1, 51));
    expect(cursorsOf((await fast).items)).toEqual(cursors(0, 51));
  });

  it("that are slow at what happened before are not dropped", async () => {
    const source = new GrowingSource(10).grow(500, 100);
    const groups = testGroups(1000);
    const slow = groups.follow("s", source, FIRST);
    const fast = groups.follow("s", source, FIRST);
    expect((await takeFrom(fast, 500)).items).toHaveLength(500);
    const rest = takeFrom(fast);
    source.end();
    expect(cursorsOf((await takeFrom(slow)).items)).toEqual(cursors(0, 500));
    expect((await rest).ending).toMatchObject({ closing: "ended" });
  });

  it("hear of a source that fails", async () => {
    const groups = testGroups();
    const failure = new Error("the disk is gone");
    const follower = groups.follow("s", { read: () => Promise.reject(failure) }, "5");
    expect(await follower.next()).toEqual({ closing: "failed", resumeAfter: "5", facts: {} });
    expect(groups.reports).toEqual([failure]);
    expect(groups.size).toBe(0);
  });

  it("stop the reader when the last one leaves", async () => {
    const source = new GrowingSource();
    const paused = Promise.withResolvers<AbortSignal>();
    const pause = async (signal: AbortSignal) => {
      paused.resolve(signal);
      await once(signal, "abort");
    };
    const groups = new FollowerGroups({ report: (error) => expect(error).toBeUndefined(), pause });
    const followers = [groups.follow("s", source, FIRST), groups.follow("s", source, FIRST)];
    const reading = followers.map((follower) => follower.next());
    const signal = await paused.promise;
    for (const follower of followers) follower.leave();
    await Promise.all(reading);
    expect([signal.aborted, source.reads, groups.size]).toEqual([true, 1, 0]);
  });
});
