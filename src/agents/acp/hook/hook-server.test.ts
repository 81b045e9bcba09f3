import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hookCommand } from "./hook-command.ts";
import { type HookListener, HookServer } from "./hook-server.ts";

let root: string;
let directory: string;
let server: HookServer | undefined;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-hook-"));
  // With characters that a shell knows.
  directory = join(root, "a 'long' name", "hooks");
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(root, { recursive: true, force: true });
});

async function listen(listener: HookListener): Promise<void> {
  server = await HookServer.open(directory, listener);
}

/** Runs the hook as an agent does. */
function runHook(question: string): Promise<{ code: number | null; answer: Record<string, unknown> }> {
  return new Promise((resolve) => {
    const hook = execFile("sh", ["-c", hookCommand(directory)], (error, stdout) => {
      resolve({ code: error === null ? 0 : (error.code as number), answer: JSON.parse(stdout) });
    });
    hook.stdin?.end(question);
  });
}

const address = () => JSON.parse(readFileSync(join(directory, "address.json"), "utf8"));

/** Asks the server itself. */
async function ask(text: string, secret: string = address().secret): Promise<string> {
  const socket = connect({ port: address().port, host: "127.0.0.1", allowHalfOpen: true });
  let answer = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    answer += piece;
  });
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("end", () => socket.end());
  socket.on("error", () => undefined);
  socket.end(secret + text);
  await ended;
  return answer;
}

describe("the hook of an agent", () => {
  it("prints the decision of the host in the words of each agent", async () => {
    const asked: unknown[] = [];
    await listen(async (question) => {
      asked.push(question);
      return { verdict: "deny", reason: "not here" };
    });
    const decision = { permissionDecision: "deny", permissionDecisionReason: "not here" };
    expect(await runHook('{"tool_name":"Bash"}')).toEqual({
      code: 0,
      answer: { ...decision, hookSpecificOutput: decision },
    });
    expect(asked).toEqual([{ tool_name: "Bash" }]);
  });

  it("allows what the host allows", async () => {
    await listen(async () => ({ verdict: "allow", reason: "" }));
    expect((await runHook("{}")).answer).toMatchObject({ permissionDecision: "allow" });
  });

  it("denies if no host answers", async () => {
    const { answer } = await runHook("{}");
    expect(answer).toMatchObject({ permissionDecision: "deny" });
    expect(answer["permissionDecisionReason"]).toContain("cannot be asked");
  });

  it("denies a question that is not JSON", async () => {
    await listen(async () => ({ verdict: "allow", reason: "" }));
    expect((await runHook("nonsense")).answer).toMatchObject({ permissionDecision: "deny" });
  });

  it("denies if the host ends before it answers", async () => {
    await listen(async () => {
      void server?.close();
      server = undefined;
      return new Promise(() => undefined);
    });
    expect((await runHook("{}")).answer).toMatchObject({ permissionDecision: "deny" });
  });
});

describe("the server of hooks", () => {
  it("denies if the decision fails, and what is no object", async () => {
    await listen(async () => {
      throw new Error("cancelled");
    });
    expect(JSON.parse(await ask("{}"))).toEqual({ verdict: "deny", reason: "cancelled" });
    expect(JSON.parse(await ask("[]"))).toEqual({
      verdict: "deny",
      reason: "the hook did not send a JSON object",
    });
  });

  it("takes over the directory of an earlier run, and says where it is to its owner only", async () => {
    await listen(async () => ({ verdict: "deny", reason: "first" }));
    await server?.close();
    await listen(async () => ({ verdict: "deny", reason: "second" }));
    expect(JSON.parse(await ask("{}"))).toMatchObject({ reason: "second" });
    expect(statSync(join(directory, "address.json")).mode & 0o777).toBe(0o600);
  });

  it("answers nobody who does not know the secret", async () => {
    let asked = 0;
    await listen(async () => {
      asked += 1;
      return { verdict: "allow", reason: "" };
    });
    const { secret } = address();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    for (const other of ["", "x", "0".repeat(64), secret.slice(1)]) expect(await ask("{}", other)).toBe("");
    expect(asked).toBe(0);
    expect(await ask("{}")).toContain("allow");
  });

  it("reads characters that come in two pieces", async () => {
    const text = "漢字".repeat(100_000);
    await listen(async (question) => ({ verdict: "allow", reason: String(question["text"] === text) }));
    expect(JSON.parse(await ask(JSON.stringify({ text })))).toEqual({ verdict: "allow", reason: "true" });
  });

  it("listens no longer if its address cannot be written", async () => {
    writeFileSync(join(root, "file"), "");
    await expect(HookServer.open(join(root, "file"), async () => Promise.reject())).rejects.toThrow("EEXIST");
  });
});
