import { describe, expect, it } from "vitest";
import { BearerToken, type TokenSource } from "./bearer-token.ts";

/** A token whose source gives t1, t2 and so on, with a clock that the test sets. */
function bench(own: Partial<TokenSource> = {}) {
  const clock = { now: 1000 };
  const reads: AbortSignal[] = [];
  const source: TokenSource = {
    read: async (signal) => {
      reads.push(signal);
      return `  t${reads.length}\n`;
    },
    freshMs: 100,
    maxAgeMs: 200,
    advice: "Do this.",
    ...own,
  };
  return { token: new BearerToken("e", source, () => clock.now), clock, reads };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the bearer token of an engine", () => {
  it("is read once for all calls that need it, and kept", async () => {
    const { token, reads } = bench();
    expect(token.peek()).toBeUndefined();
    expect(await Promise.all([token.get(), token.get(), token.get()])).toEqual(["t1", "t1", "t1"]);
    expect([token.peek(), await token.get(), reads.length]).toEqual(["t1", "t1", 1]);
  });

  it("is read again in the background while it is still good, once", async () => {
    const { token, clock, reads } = bench();
    await token.get();
    clock.now += 100;
    expect([token.peek(), token.peek()]).toEqual(["t1", "t1"]);
    await turn();
    expect([token.peek(), reads.length]).toEqual(["t2", 2]);
  });

  it("is waited for if the old one is too old", async () => {
    const { token, clock } = bench();
    await token.get();
    clock.now += 200;
    expect(token.peek()).toBeUndefined();
    expect(await token.get()).toBe("t2");
  });

  it("stays in use if a newer one cannot be read in the background", async () => {
    let fails = false;
    const { token, clock } = bench({
      read: async () => {
        if (fails) throw new Error("it is away");
        return "t1";
      },
    });
    await token.get();
    fails = true;
    clock.now += 150;
    expect(token.peek()).toBe("t1");
    await turn();
    expect(token.peek()).toBe("t1");
    clock.now += 50;
    await expect(token.get()).rejects.toMatchObject({ code: "credential_missing" });
  });

  it("is missing with the engine, the reason and what to do, and is not asked for again at once", async () => {
    let reads = 0;
    const { token, clock } = bench({
      read: async () => {
        reads++;
        throw new Error("the command ended");
      },
    });
    const failure = await token.get().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: "credential_missing",
      message: expect.stringMatching(/engine "e" has no token: the command ended/),
      advice: "Do this.",
      details: { engine: "e" },
    });
    await expect(token.get()).rejects.toBe(failure);
    expect(reads).toBe(1);
    clock.now += 2000;
    await expect(token.get()).rejects.not.toBe(failure);
    expect(reads).toBe(2);
  });

  it.each(["", " \n", "two words", "line\nbreak", "caf\u00e9", "x".repeat(16 * 1024 + 1)])(
    "is never something that a header cannot hold (%#)",
    async (text) => {
      const { token } = bench({ read: async () => text });
      const error = await token.get().catch((thrown: unknown) => thrown as Error);
      expect(error).toMatchObject({ code: "credential_missing" });
      if (text.trim() !== "") expect((error as Error).message).not.toContain(text);
    },
  );

  it("may be as long as 16 KiB, and is an error if it is empty", async () => {
    const long = "x".repeat(16 * 1024);
    expect(await bench({ read: async () => long }).token.get()).toBe(long);
    await expect(bench({ read: async () => " " }).token.get()).rejects.toThrow("has no token: it is empty");
    await expect(bench({ read: async () => "a b" }).token.get()).rejects.toThrow("not one word");
    await expect(bench({ read: () => Promise.reject("odd") }).token.get()).rejects.toThrow(
      "it could not be read",
    );
  });

  it("is not read by looking whether it is there", async () => {
    const { token, clock, reads } = bench();
    clock.now = 150;
    expect(token.peek()).toBeUndefined();
    await turn();
    expect(reads).toEqual([]);
  });

  it("is read again a moment after a failure, and a success is no failure any more", async () => {
    let fails = true;
    const { token, clock } = bench({
      read: async () => {
        if (fails) throw new Error("away");
        return "t1";
      },
    });
    await expect(token.get()).rejects.toThrow("away");
    fails = false;
    clock.now += 1999;
    await expect(token.get()).rejects.toThrow("away");
    clock.now += 1;
    expect(await token.get()).toBe("t1");
  });

  it("stays concealed if the same one is read again", async () => {
    const read = ["t1", "t2", "t2"];
    const { token, clock } = bench({ read: async () => read.shift()! });
    for (let at = 0; at < 3; at += 1) {
      await token.get();
      clock.now += 200;
    }
    expect(token.conceal("Bearer t1, token: t2, key=t1")).toBe(
      "Bearer [redacted], token: [redacted], key=[redacted]",
    );
  });

  it("is replaced if the engine refuses it, once for all calls and not again at once", async () => {
    const { token, clock, reads } = bench();
    await token.get();
    const [one, two] = [token.replace("t1"), token.replace("t1")];
    expect(await Promise.all([one, two])).toEqual(["t2", "t2"]);
    // A call that was refused with the old one gets the new one without reading.
    expect(await token.replace("t1")).toBe("t2");
    expect(reads).toHaveLength(2);
    expect(token.replace("t2")).toBeUndefined();
    clock.now += 10_000;
    expect(await token.replace("t2")).toBe("t3");
  });

  it("is concealed, and so is the one before it", async () => {
    const { token } = bench();
    expect(token.conceal("t1 t2")).toBe("t1 t2");
    await token.get();
    await token.replace("t1");
    expect(token.conceal("a key: t1 b token=t2 c")).toBe("a key: [redacted] b token=[redacted] c");
  });

  it("is not waited for after its engine was closed", async () => {
    const { token } = bench({
      read: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("ended")));
        }),
    });
    const waiting = token.get();
    token.close();
    await expect(waiting).rejects.toMatchObject({ code: "backend_unavailable" });
    await expect(token.get()).rejects.toMatchObject({ code: "backend_unavailable" });
  });
});
