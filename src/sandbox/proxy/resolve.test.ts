import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resolveBySystem } from "./resolve.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A resolver whose look-ups end when the test says so. */
function openResolver() {
  const running = new Map<string, PromiseWithResolvers<{ address: string }[]>>();
  const started: string[] = [];
  const resolve = resolveBySystem((name, options) => {
    expect(options).toEqual({ all: true });
    started.push(name);
    const answer = Promise.withResolvers<{ address: string }[]>();
    running.set(name, answer);
    return answer.promise;
  });
  return { resolve, started, answer: (name: string) => running.get(name)! };
}
const turn = () => new Promise((done) => setImmediate(done));

describe("looking names up", () => {
  it("gives the addresses, at most eight", async () => {
    const { resolve, answer } = openResolver();
    const found = resolve("a");
    await turn();
    answer("a").resolve(Array.from({ length: 9 }, (_, index) => ({ address: `10.0.0.${index}` })));
    expect(await found).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((index) => `10.0.0.${index}`));
    expect(vi.getTimerCount()).toBe(0);
  });

  it("runs two at a time, the others in their order, also after a failure", async () => {
    const { resolve, started, answer } = openResolver();
    const all = ["a", "b", "c", "d", "e"].map((name) => resolve(name).catch(() => "failed"));
    await turn();
    expect(started).toEqual(["a", "b"]);
    answer("b").reject(new Error("no such name"));
    await turn();
    expect(started).toEqual(["a", "b", "c"]);
    answer("a").resolve([]);
    answer("c").resolve([]);
    await turn();
    expect(started).toEqual(["a", "b", "c", "d", "e"]);
    answer("d").resolve([{ address: "10.0.0.4" }]);
    answer("e").resolve([]);
    expect(await Promise.all(all)).toEqual([[], "failed", [], ["10.0.0.4"], []]);
    const [last, more, waits] = [resolve("f"), resolve("g"), resolve("h")];
    await turn();
    expect(started.slice(5)).toEqual(["f", "g"]);
    answer("f").resolve([]);
    answer("g").resolve([]);
    await turn();
    answer("h").resolve([]);
    expect(await Promise.all([last, more, waits])).toEqual([[], [], []]);
  });

  it("never runs three, also if one begins just as another ends", async () => {
    const { resolve, started, answer } = openResolver();
    const first = resolve("a");
    for (const name of ["b", "c"]) void resolve(name);
    await turn();
    void first.then(() => resolve("d"));
    answer("a").resolve([]);
    await turn();
    expect(started).toEqual(["a", "b", "c"]);
  });

  it("takes ten seconds at most, and the thread stays taken until the system answers", async () => {
    const { resolve, started, answer } = openResolver();
    const outcomes: unknown[] = [];
    for (const name of ["a", "b"])
      void resolve(name).catch((error: unknown) => outcomes.push(`${name} ${error}`));
    await vi.advanceTimersByTimeAsync(9999);
    expect(outcomes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(outcomes).toEqual(["a", "b"].map((name) => `${name} Error: the look-up took too long`));
    void resolve("c");
    await turn();
    expect(started).toEqual(["a", "b"]);
    answer("a").resolve([]);
    await turn();
    expect(started).toEqual(["a", "b", "c"]);
  });

  it("uses the system if nothing else is given", async () => {
    expect(await resolveBySystem()("127.0.0.1")).toEqual(["127.0.0.1"]);
  });
});
