import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AgentEvent, Receipt } from "../../../contract/index.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { followRun } from "./follow-run.ts";
import { OutputFiles } from "./output-files.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-out-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = (names: { out?: string; events?: string }) =>
  OutputFiles.open({ host: { cwd: root } } as Terminal, names);
const at = (name: string) => join(root, name);
const event: AgentEvent = { ts: "2026-03-01T08:00:00Z", type: "assistant_delta", text: "x".repeat(100) };
const receipt = { outcome: "complete" } as Receipt;

describe("the files of a run", () => {
  it("are created before the run and filled by it", async () => {
    const files = await open({ out: "r.json", events: "e.jsonl" });
    expect([existsSync(at("r.json")), existsSync(at("e.jsonl"))]).toEqual([true, true]);
    await files.addEvent(event);
    await files.addEvent(event);
    await files.finish(receipt);
    expect(JSON.parse(readFileSync(at("r.json"), "utf8"))).toEqual(receipt);
    expect(readFileSync(at("e.jsonl"), "utf8")).toBe(`${JSON.stringify(event)}\n`.repeat(2));
  });

  it("are refused if one exists, and the other one is not left behind", async () => {
    writeFileSync(at("e.jsonl"), "mine");
    await expect(open({ out: "r.json", events: "e.jsonl" })).rejects.toMatchObject({
      code: "output_exists",
      where: "e.jsonl",
    });
    expect(existsSync(at("r.json"))).toBe(false);
    expect(readFileSync(at("e.jsonl"), "utf8")).toBe("mine");
  });

  it("are refused if they cannot be written, or are the same file", async () => {
    await expect(open({ out: "no/such/r.json" })).rejects.toMatchObject({ code: "output_unwritable" });
    await expect(open({ out: "a", events: "./a" })).rejects.toMatchObject({ code: "output_exists" });
    expect(existsSync(at("a"))).toBe(false);
  });

  it("are removed if the run does not begin", async () => {
    const files = await open({ out: "r.json", events: "e.jsonl" });
    await files.discard();
    expect([existsSync(at("r.json")), existsSync(at("e.jsonl"))]).toEqual([false, false]);
  });

  it("keep the events of a run whose receipt could not be written", async () => {
    const files = await open({ out: "r.json", events: "e.jsonl" });
    await files.addEvent(event);
    await files.discard();
    expect(existsSync(at("r.json"))).toBe(false);
    expect(readFileSync(at("e.jsonl"), "utf8")).toBe(`${JSON.stringify(event)}\n`);
  });

  it("do nothing if none is named", async () => {
    const files = await open({});
    expect(files.addEvent(event)).toBe(undefined);
    await files.finish(receipt);
    await files.discard();
  });

  it("hold only a bounded number of bytes in memory: the next event waits for the disk", async () => {
    const files = await open({ events: "e.jsonl" });
    let count = 0;
    let wait: Promise<void> | undefined;
    while (wait === undefined && count < 100_000) {
      wait = files.addEvent(event);
      count += 1;
    }
    expect(count).toBeLessThan(10_000);
    await wait;
    await files.finish(receipt);
    expect(readFileSync(at("e.jsonl"), "utf8").split("\n")).toHaveLength(count + 1);
  });

  it("say at the end that an event could not be written, and hold up nothing until then", async (context) => {
    if (!existsSync("/dev/full")) context.skip("needs /dev/full");
    const { open: openFile } = await import("node:fs/promises");
    const { EventFile } = await import("./event-file.ts");
    const handle = await openFile("/dev/full", "w");
    const file = new EventFile({ name: "e.jsonl", path: "/dev/full", handle });
    for (let count = 0; count < 10_000; count += 1) await file.add(event);
    await expect(file.close()).rejects.toMatchObject({ code: "output_unwritable", where: "e.jsonl" });
  });
});

describe("following a run", () => {
  it("takes the next event only after file and view are ready for it", async () => {
    let taken = 0;
    const ready = Promise.withResolvers<void>();
    async function* events() {
      for (; taken < 3; taken += 1) yield event;
    }
    const followed = followRun(
      events(),
      { event: () => (taken === 1 ? ready.promise : undefined) },
      { addEvent: () => undefined },
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBe(1);
    ready.resolve();
    await followed;
    expect(taken).toBe(3);
  });
});
