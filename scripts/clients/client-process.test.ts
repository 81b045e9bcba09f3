import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findStray, readCases, runClient } from "./client-process.ts";

const guard = join(import.meta.dirname, "programs/node/contact-guard.mjs");
const cases = join(import.meta.dirname, "programs/node/cases.mjs");

let root: string;
let server: Server;
let baseUrl: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "abp-clients-test-"));
  server = createServer((_, response) => void response.end("hello")).listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

async function run(body: string, wanted: readonly string[] = ["text"]) {
  const program = join(root, "program.mjs");
  writeFileSync(program, `import { place, runCases, Skip } from ${JSON.stringify(cases)};\n${body}`);
  return runClient({
    client: { name: "c", place: "node", program: "program.mjs", api: "openai", cases: [...wanted] },
    engine: "claude",
    interpreter: [process.execPath, "--import", guard],
    program,
    baseUrl,
    token: "t",
    model: "m",
  });
}

const ASK = "text: async () => { await (await fetch(place.baseUrl)).text(); }";

describe("a client's program", () => {
  it("passes if each of its cases does, and it reached the gateway alone", async () => {
    expect(await run(`await runCases({ ${ASK} });`)).toMatchObject({
      client: "c",
      engine: "claude",
      result: "passed",
      cases: [{ name: "text", result: "passed" }],
    });
  });

  it("fails if it connects elsewhere, and that connection is stopped", async () => {
    const stray = 'stray: async () => { await fetch("http://192.0.2.1/"); }';
    const cell = await run(`await runCases({ ${ASK}, ${stray} });`, ["text", "stray"]);
    expect(cell).toMatchObject({ result: "failed", reason: "it connected to 192.0.2.1:80" });
    expect(cell.cases[1]).toMatchObject({ name: "stray", result: "failed" });
  });

  it("fails if it looks up a name, or never reaches the gateway", async () => {
    const named = 'text: () => fetch("http://vendor.invalid/").catch(() => fetch(place.baseUrl))';
    expect(await run(`await runCases({ ${named} });`)).toMatchObject({
      result: "failed",
      reason: expect.stringContaining("vendor.invalid") as unknown,
    });
    expect(await run("await runCases({ text: async () => {} });")).toMatchObject({
      result: "failed",
      reason: "it never connected to the gateway",
    });
  });

  it("is skipped with the reason if a case is, and fails if it ends early", async () => {
    const skip = 'image: async () => { throw new Skip("no images"); }';
    expect(await run(`await runCases({ ${ASK}, ${skip} });`, ["text", "image"])).toMatchObject({
      result: "skipped",
      cases: [{ result: "passed" }, { name: "image", result: "skipped", reason: "no images" }],
    });
    const ended = await run(`await fetch(place.baseUrl); console.error("out of words"); process.exit(3);`);
    expect(ended).toMatchObject({ result: "failed", reason: "exit 3: out of words" });
    expect(ended.cases).toEqual([{ name: "text", result: "failed", reason: "the program ended without it" }]);
  });

  it("fails with the words of the system if it cannot be started", async () => {
    const cell = await runClient({
      client: { name: "c", place: "p", program: "p", api: "openai", cases: ["text"] },
      engine: "claude",
      interpreter: [join(root, "absent")],
      program: "p",
      baseUrl,
      token: "t",
      model: "m",
    });
    expect(cell.result).toBe("failed");
  });
});

describe("the report of a program", () => {
  it("must have every case of the manifest and no other", () => {
    const lines = ['{"name":"text","result":"passed"}', '{"name":"extra","result":"passed"}'];
    expect(readCases(lines, ["text", "stream"])).toEqual([
      { name: "text", result: "passed" },
      { name: "extra", result: "failed", reason: "the manifest does not name it" },
      { name: "stream", result: "failed", reason: "the program ended without it" },
    ]);
  });

  it("may name the gateway's address only", () => {
    expect(findStray(["127.0.0.1:80", "localhost:80"], "http://127.0.0.1:80")).toContain("it connected to");
    expect(findStray(["127.0.0.1:8080", "localhost:8080"], "http://127.0.0.1:8080")).toBeUndefined();
    expect(findStray(["127.0.0.1:8081"], "http://127.0.0.1:8080")).toBe("it connected to 127.0.0.1:8081");
  });
});
