import { afterEach, describe, expect, it } from "vitest";
import type { AbpError } from "../contract/index.ts";
import type { Engine, UpstreamCall, UpstreamHandler, UpstreamRequest } from "./engine.ts";

/** An engine with calls that the suite may send it. */
export interface EngineFixture {
  readonly engine: Engine;
  /** A call whose answer is short. */
  readonly short: UpstreamRequest;
  /** The answer's exact bytes, if they are known. */
  readonly shortBody?: Uint8Array;
  /** A call whose answer comes in several pieces. */
  readonly long: UpstreamRequest;
  close(): Promise<void>;
}

/** Notes everything that is handed over, in order. */
class Recorder implements UpstreamHandler {
  readonly log: ("head" | "data" | "end" | "failure")[] = [];
  readonly chunks: Uint8Array[] = [];
  status = 0;
  headers: readonly string[] = [];
  error: AbpError | undefined;
  call: UpstreamCall | undefined;
  /** What the handler does beside noting. */
  readonly react: (event: Recorder["log"][number]) => boolean | undefined;
  readonly over: Promise<void>;
  #finish: () => void = () => undefined;

  constructor(react: Recorder["react"] = () => true) {
    this.react = react;
    this.over = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  get body(): Buffer {
    return Buffer.concat(this.chunks);
  }

  onHead(status: number, headers: readonly string[]): void {
    this.log.push("head");
    this.status = status;
    this.headers = headers;
    this.react("head");
  }

  onData(chunk: Uint8Array): boolean {
    this.log.push("data");
    this.chunks.push(chunk);
    return this.react("data") ?? true;
  }

  onEnd(): void {
    this.log.push("end");
    this.react("end");
    this.#finish();
  }

  onFailure(error: AbpError): void {
    this.log.push("failure");
    this.error = error;
    this.#finish();
  }
}

const moment = (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms));

/** What every engine must do, whatever answers behind it. */
export function engineContract(name: string, open: () => Promise<EngineFixture>): void {
  describe(`the ${name} engine`, () => {
    let fixture: EngineFixture | undefined;
    afterEach(async () => {
      await fixture?.close();
      fixture = undefined;
    });
    const begin = async () => {
      fixture = await open();
      return fixture;
    };

    it("says who it is without any credential", async () => {
      const { engine } = await begin();
      expect(engine.name).not.toBe("");
      expect(engine.dialect.endpoints.length).toBeGreaterThan(0);
      expect(engine.location).not.toMatch(/@|\?/);
    });

    it("hands over a head, the exact bytes, and one end, all after dispatch has returned", async () => {
      const { engine, short, shortBody } = await begin();
      const recorder = new Recorder();
      engine.dispatch(short, recorder);
      expect(recorder.log).toEqual([]);
      await recorder.over;
      await moment();
      expect(recorder.log[0]).toBe("head");
      expect(recorder.log.slice(1, -1).every((event) => event === "data")).toBe(true);
      expect(recorder.log.at(-1)).toBe("end");
      expect(recorder.log.filter((event) => event === "end" || event === "failure")).toHaveLength(1);
      expect(recorder.status).toBe(200);
      expect(recorder.headers.length % 2).toBe(0);
      if (shortBody !== undefined) expect(recorder.body).toEqual(Buffer.from(shortBody));
    });

    it("keeps its chunks as they were: the bytes are not reused", async () => {
      const { engine, long } = await begin();
      const copies: Buffer[] = [];
      const recorder: Recorder = new Recorder((event) => {
        if (event === "data") copies.push(Buffer.from(recorder.chunks.at(-1)!));
        return true;
      });
      engine.dispatch(long, recorder);
      await recorder.over;
      expect(recorder.body).toEqual(Buffer.concat(copies));
    });

    it("hands over nothing while it is paused, and the same bytes after all", async () => {
      const { engine, long } = await begin();
      const plain = new Recorder();
      engine.dispatch(long, plain);
      await plain.over;

      let isPaused = false;
      let pauses = 0;
      const recorder = new Recorder((event) => {
        expect(isPaused).toBe(false);
        if (event !== "data") return true;
        pauses++;
        isPaused = true;
        setTimeout(
          () => {
            isPaused = false;
            call.resume();
          },
          pauses < 4 ? 20 : 0,
        );
        return false;
      });
      const call = engine.dispatch(long, recorder);
      await recorder.over;
      expect(pauses).toBeGreaterThan(1);
      expect(recorder.error).toBeUndefined();
      expect(recorder.body.length).toBe(plain.body.length);
    });

    it("hands over nothing after an abort, whenever it comes", async () => {
      const { engine, long } = await begin();
      const early = new Recorder();
      engine.dispatch(long, early).abort();
      const atHead: Recorder = new Recorder((event) => {
        if (event === "head") atHead.call!.abort();
        return true;
      });
      atHead.call = engine.dispatch(long, atHead);
      const atData: Recorder = new Recorder((event) => {
        if (event === "data") atData.call!.abort();
        return true;
      });
      atData.call = engine.dispatch(long, atData);
      const paused: Recorder = new Recorder((event) => {
        if (event === "data") setTimeout(() => paused.call!.abort(), 5);
        return false;
      });
      paused.call = engine.dispatch(long, paused);
      const witness = new Recorder();
      engine.dispatch(long, witness);
      await witness.over;
      await moment();
      expect(early.log).toEqual([]);
      expect(atHead.log).toEqual(["head"]);
      expect(atData.log).toEqual(["head", "data"]);
      expect(paused.log).toEqual(["head", "data"]);
      expect(witness.log.at(-1)).toBe("end");
    });

    it.each(["head", "data", "end"] as const)(
      "fails a call whose handler throws at its %s, and serves the calls beside it",
      async (moment) => {
        const { engine, long } = await begin();
        const thrown = new Error("the handler failed");
        const broken = new Recorder((event) => {
          if (event === moment) throw thrown;
          return true;
        });
        const witnesses = [new Recorder(), new Recorder()];
        engine.dispatch(long, witnesses[0]!);
        engine.dispatch(long, broken);
        engine.dispatch(long, witnesses[1]!);
        await Promise.all([broken.over, ...witnesses.map((witness) => witness.over)]);
        expect(broken.log.at(-1)).toBe("failure");
        expect(broken.log.filter((event) => event === moment)).toHaveLength(1);
        expect(broken.error?.code).toBe("internal");
        expect(broken.error?.cause).toBe(thrown);
        for (const witness of witnesses) expect(witness.log.at(-1)).toBe("end");
        const later = new Recorder();
        engine.dispatch(long, later);
        await later.over;
        expect(later.log.at(-1)).toBe("end");
      },
    );

    it("takes an abort or a resume at any time, and twice", async () => {
      const { engine, short } = await begin();
      const recorder = new Recorder((event) => {
        if (event === "end") call.abort();
        return true;
      });
      const call = engine.dispatch(short, recorder);
      call.resume();
      await recorder.over;
      call.resume();
      call.abort();
      call.abort();
      await moment();
      expect(recorder.log.at(-1)).toBe("end");
    });

    it("lists its models, and passes its own check", async () => {
      const { engine } = await begin();
      const { signal } = new AbortController();
      for (const model of await engine.listModels(signal)) expect(model.id).not.toBe("");
      const health = await engine.check(signal);
      expect(health.error).toBeUndefined();
      expect(health.ok).toBe(true);
      expect(health.latencyMs).toBeGreaterThanOrEqual(0);
    });
  });
}
