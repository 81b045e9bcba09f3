import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { finishedCall } from "./fixtures/call.ts";
import { openLogFile } from "./log-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "log-file-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const moduleUrl = JSON.stringify(new URL("./log-file.ts", import.meta.url).href);

/** A pipe with both of its ends open here; nobody reads it but the test. */
function openPipe(): { reader: number; writer: number } {
  const path = join(folder, "pipe");
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reader, writer: openSync(path, constants.O_WRONLY) };
}

function readAll(fd: number): string {
  const bytes = Buffer.alloc(1 << 20);
  let text = "";
  for (;;) {
    let size = 0;
    try {
      size = readSync(fd, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    }
    if (size === 0) return text;
    text += bytes.toString("utf8", 0, size);
  }
}

describe("a log file", () => {
  test("writes calls and messages to a file in order", async () => {
    const path = join(folder, "log");
    const fd = openSync(path, "a");
    const { log, close } = openLogFile(fd, { level: "info", form: "json" });
    log.call(finishedCall);
    log.info("next");
    await close();
    closeSync(fd);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(["call finished", "next"]);
  });

  test("a pipe that nobody reads delays no call, loses counted lines only, and delays the close by its limit only", async () => {
    const pipe = openPipe();
    const { log, close } = openLogFile(pipe.writer, { level: "info", form: "json" });
    const calls = 8000;
    for (let index = 0; index < calls; index++) {
      log.call({ ...finishedCall, inputTokens: index });
      // Lets writes happen in between.
      if (index % 1000 === 0) await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await close(50);
    const lines = readAll(pipe.reader).trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(calls);
    // Every line that arrived is whole, and they are the first ones.
    expect(lines.map((line) => JSON.parse(line).input_tokens)).toEqual(lines.map((_, index) => index));
    closeSync(pipe.reader);
    closeSync(pipe.writer);
  });

  test("says how many lines were dropped once the pipe is read again", async () => {
    const pipe = openPipe();
    // At `error`, a warning would not be written.
    const { log, close } = openLogFile(
      pipe.writer,
      { level: "error", form: "json" },
      { maxQueuedBytes: 8192 },
    );
    const sent = 4000;
    for (let index = 0; index < sent; index++) {
      log.error("m", { index });
      if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    let text = "";
    while (!text.includes("dropped")) {
      text += readAll(pipe.reader);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await close(5000);
    text += readAll(pipe.reader);
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const reports = lines.filter(({ lines: count }) => count !== undefined);
    const dropped = reports.reduce((sum, { lines: count }) => sum + count, 0);
    expect(lines.length - reports.length + dropped).toBe(sent);
    expect(reports[0].message).toContain("dropped");
    closeSync(pipe.reader);
    closeSync(pipe.writer);
  });

  test("writes to a pipe in pieces of whole lines that the system does not divide", async () => {
    const pipe = openPipe();
    const sizes: number[] = [];
    const { log, close } = openLogFile(
      pipe.writer,
      { level: "info", form: "json" },
      {
        startWrite: (_fd, bytes, done) => {
          sizes.push(bytes.length);
          expect(Buffer.from(bytes).toString().endsWith("}\n")).toBe(true);
          setImmediate(() => done(null, bytes.length));
        },
      },
    );
    for (let index = 0; index < 100; index++) log.call(finishedCall);
    await close(20_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4096);
    expect(Math.max(...sizes)).toBeGreaterThan(3500);
    closeSync(pipe.reader);
    closeSync(pipe.writer);
  });

  test("a blocked pipe does not keep a process from exiting", async () => {
    const script = `
      import { openLogFile } from ${moduleUrl};
      const { log, close } = openLogFile(2, { level: "info", form: "text" });
      for (let index = 0; index < 3000; index++) log.info("a line that nobody reads");
      await close(100);
      process.exit(3);`;
    const pipe = openPipe();
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "ignore", pipe.writer],
    });
    expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(3);
    closeSync(pipe.reader);
    closeSync(pipe.writer);
  });

  test("a reader that went away is no error", async () => {
    const pipe = openPipe();
    const { log, close } = openLogFile(pipe.writer, { level: "info", form: "text" });
    closeSync(pipe.reader);
    log.call(finishedCall);
    await close();
    closeSync(pipe.writer);
  });

  test("lines of several threads do not mix in a pipe", async () => {
    const pipe = openPipe();
    const script = `
      const { workerData } = require("node:worker_threads");
      import(${moduleUrl}).then(async ({ openLogFile }) => {
        const { log, close } = openLogFile(workerData.fd, { level: "info", form: "json" });
        for (let index = 0; index < 500; index++) {
          log.info("m", { thread: workerData.thread, padding: "x".repeat(200 + (index % 50)) });
          if (index % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        }
        await close(20000);
      });`;
    const workers = [1, 2].map(
      (thread) => new Worker(script, { eval: true, workerData: { thread, fd: pipe.writer } }),
    );
    let running = workers.length;
    for (const worker of workers) worker.on("exit", () => running--);
    let text = "";
    while (running > 0) {
      text += readAll(pipe.reader);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    text += readAll(pipe.reader);
    const threads = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).thread);
    expect(threads).toHaveLength(1000);
    expect(threads.filter((thread) => thread === 1)).toHaveLength(500);
    closeSync(pipe.reader);
    closeSync(pipe.writer);
  });
});
