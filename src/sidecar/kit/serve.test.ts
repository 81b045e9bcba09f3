import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const kit = resolve(import.meta.dirname, "index.ts");

/** Runs a sidecar whose `run` has the given code; writes the lines, ends its input, and waits for its end. */
async function serve(code: string, lines: readonly (object | string)[]) {
  const program = `
    import { serveSidecar } from ${JSON.stringify(kit)};
    serveSidecar({ identity: { id: "s" }, capabilities: {}, async run(context) { ${code} } });
    setInterval(() => undefined, 1000); // a handle that would keep the process alive`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  let out = "";
  let error = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    error += chunk;
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  const code_ = await new Promise((resolve) => child.once("close", resolve));
  const frames = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { code: code_, frames, error, kinds: frames.map(({ t, event }) => event?.type ?? t) };
}

const run = { t: "run", id: "r1", work_order: { id: "w1", task: "do" } };

describe("serveSidecar", () => {
  it("serves a last line without a line feed, finishes its run, and ends with code 0", async () => {
    const code = "await new Promise((done) => setTimeout(done, 50)); await context.message('hi');";
    const ended = await serve(code, [{ t: "ping", seq: 1 }, run]);
    expect(ended.kinds).toEqual([
      "hello",
      "pong",
      "run_started",
      "assistant_message",
      "run_completed",
      "final",
    ]);
    expect([ended.code, ended.error]).toEqual([0, ""]);
  });

  it("sends what the program prints to standard error", async () => {
    const ended = await serve("console.log('noise'); process.stdout.write('more');", [run]);
    expect(ended.kinds).toEqual(["hello", "run_started", "run_completed", "final"]);
    expect(ended.error).toBe("noise\nmore");
  });

  it.each([
    ["an exception", "setTimeout(() => { throw new Error('lost') });", "s: Error: lost\n    at "],
    ["an exception that is a text", "setTimeout(() => { throw 'lost' });", "s: lost\n"],
    ["a rejection", "void Promise.reject(new Error('lost'));", "s: Error: lost\n    at "],
    ["a rejection with a text", "void Promise.reject('lost');", "s: lost\n"],
  ])("fails the run and ends with code 1 after %s that nothing catches", async (_, code, error) => {
    const ended = await serve(`${code} await new Promise(() => undefined);`, [run]);
    expect(ended.frames.at(-1)).toEqual({ t: "fatal", ref_id: "r1", error: "lost" });
    expect(ended.code).toBe(1);
    expect(ended.error.slice(0, error.length)).toBe(error);
  });

  it("ends with code 0 when it gets no input at all", async () => {
    const ended = await serve("", []);
    expect([ended.code, ended.kinds]).toEqual([0, ["hello"]]);
  });

  it("writes more than a pipe holds without losing a line", async () => {
    const code = "for (let i = 0; i < 3000; i++) await context.text('x'.repeat(100));";
    const ended = await serve(code, [run]);
    expect(ended.kinds.filter((kind) => kind === "assistant_delta").length).toBe(3000);
    expect(ended.kinds.at(-1)).toBe("final");
  });

  it("takes a cancel while a run does nothing but write", async () => {
    const cancel = { t: "cancel", ref_id: "r1", reason: "enough" };
    const ended = await serve("for (;;) { context.signal.throwIfAborted(); await context.text('x'); }", [
      run,
      cancel,
    ]);
    expect(ended.frames.at(-1)).toMatchObject({ t: "final", receipt: { outcome: "partial" } });
  });

  it.each([
    ["its input ends", (child: ChildProcess) => child.stdin?.end(), [0, null]],
    ["it gets SIGTERM", (child: ChildProcess) => child.kill("SIGTERM"), [null, "SIGTERM"]],
  ])("ends what it keeps before it ends, when %s", async (_, end, exit) => {
    const close = "await new Promise((done) => setTimeout(done, 50)); console.error('closed');";
    const program = `
      import { serveSidecar } from ${JSON.stringify(kit)};
      serveSidecar({ identity: { id: "s" }, capabilities: {}, async run() {}, async close() { ${close} } });`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
    let error = "";
    child.stderr.on("data", (chunk) => {
      error += chunk;
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    end(child);
    const ended = await new Promise((resolve) => child.once("close", (...how) => resolve(how)));
    expect([ended, error]).toEqual([exit, "closed\n"]);
  });

  it("ends when nobody reads its output any more", async () => {
    const program = `
      import { serveSidecar } from ${JSON.stringify(kit)};
      serveSidecar({ identity: { id: "s" }, capabilities: {}, async run({ text }) { for (;;) await text("x"); } });`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    child.stdin.on("error", () => undefined);
    child.stdin.write(`${JSON.stringify(run)}\n`);
    child.stdout.once("data", () => child.stdout.destroy());
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(1);
  });
});
