import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Receipt } from "../../src/contract/index.ts";

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, "../..");
const PARTS = [
  "bin",
  "hosts",
  "src",
  "scripts",
  "schemas",
  "docs",
  "package.json",
  "biome.json",
  ".gitignore",
];
const TIMEOUT_MS = 300_000;

let copy = "";

/** Runs a program of the copy with this Node, in a home folder of its own. */
async function node(...argv: string[]): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, argv, {
    cwd: copy,
    env: { PATH: process.env["PATH"], HOME: join(copy, "home"), NO_COLOR: "1" },
    maxBuffer: 64 * 1024 * 1024,
  });
}

function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "abp-toy-"));
  for (const part of PARTS)
    cpSync(join(repository, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith(".test.ts"),
    });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  cpSync(join(repository, "test/gateway/test-gateway.ts"), join(folder, "test/gateway/test-gateway.ts"));
  cpSync(join(repository, "test/dialects/toy/drive.ts"), join(folder, "test/dialects/toy/drive.ts"));
  mkdirSync(join(folder, "home"));
  return folder;
}

/** The two edits that add a dialect: its folder, and its id in the registry. */
function addToy(folder: string): void {
  const source = readFileSync(join(repository, "test/dialects/toy/index.ts"), "utf8");
  mkdirSync(join(folder, "src/dialects/toy"));
  writeFileSync(
    join(folder, "src/dialects/toy/index.ts"),
    source
      .replaceAll("../../../src/dialects/", "../")
      .replaceAll("../../../src/contract/", "../../contract/"),
  );
  const registry = join(folder, "src/dialects/registry/index.ts");
  const before = readFileSync(registry, "utf8");
  const after = before.replace('"copilot"] as const', '"copilot", "toy"] as const');
  expect(after).not.toBe(before);
  writeFileSync(registry, after);
}

describe("a dialect that is added as one folder and one id", () => {
  beforeAll(async () => {
    copy = copyRepository();
    addToy(copy);
    await node("scripts/generate.ts");
    const request = { model: "m", lines: [{ by: "user", text: "hi" }], extra: 1 };
    writeFileSync(join(copy, "request.json"), JSON.stringify(request));
  }, TIMEOUT_MS);

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("has pages in the register and is offered by the commands and the configuration", () => {
    const read = (path: string) => readFileSync(join(copy, path), "utf8");
    expect(read("docs/register/README.md")).toContain("- `toy`: Toy Lines");
    expect(read("docs/register/toy-to-gemini.md")).toContain("A caller speaks Toy Lines");
    expect(read("docs/register/kimi-to-toy.md")).toMatch(/\| function tool \| .* \*\*refused\*\* /);
    expect(read("docs/commands.md")).toContain("toy");
    expect(read("docs/configuration.md")).toContain("toy");
  });

  it(
    "passes calls through to an engine of its own and maps them to and from another",
    async () => {
      const { stdout } = await node("test/dialects/toy/drive.ts");
      const { answers, receipts } = JSON.parse(stdout) as {
        answers: Record<string, { status: number; text: string }>;
        receipts: Receipt[];
      };
      const statuses = Object.fromEntries(Object.entries(answers).map(([name, one]) => [name, one.status]));
      expect(statuses).toEqual({
        passthrough: 200,
        passthroughStream: 200,
        toClaude: 200,
        toClaudeStream: 200,
        fromClaude: 200,
        fromClaudeStream: 200,
        refused: 400,
      });
      for (const name of ["passthrough", "toClaude"])
        expect(JSON.parse(answers[name]!.text)).toMatchObject({
          text: expect.stringContaining("hello there"),
          why: "done",
        });
      for (const name of ["passthroughStream", "toClaudeStream"]) {
        const events = answers[name]!.text.split("\n").filter((line) => line.startsWith("data: "));
        const pieces = events.map((line) => (JSON.parse(line.slice(6)) as { text?: string }).text ?? "");
        expect(pieces.join("")).toContain("hello there");
        expect(JSON.parse(events.at(-1)!.slice(6))).toMatchObject({ why: "done" });
      }
      expect(JSON.parse(answers["fromClaude"]!.text)).toMatchObject({
        type: "message",
        stop_reason: "end_turn",
        content: [{ type: "text", text: expect.stringContaining("hello there") }],
      });
      expect(answers["fromClaudeStream"]!.text).toContain("event: message_stop");
      expect(JSON.parse(answers["refused"]!.text)).toMatchObject({
        error: { message: expect.stringContaining("the toy speaks text only") },
      });
      const pairs = receipts.map(({ mapping }) =>
        (mapping ?? []).map(({ from, to, direction }) => `${direction}: ${from} to ${to}`),
      );
      expect(pairs).toContainEqual([]);
      expect(pairs).toContainEqual(["request: toy to claude", "response: claude to toy"]);
      expect(pairs).toContainEqual(["request: claude to toy", "stream: toy to claude"]);
    },
    TIMEOUT_MS,
  );

  it(
    "is translated and explained by the command line",
    async () => {
      const translated = await node(
        "bin/abp.js",
        "translate",
        "--from",
        "toy",
        "--to",
        "claude",
        "request.json",
      );
      expect(JSON.parse(translated.stdout)).toMatchObject({ messages: [{ role: "user", content: "hi" }] });
      expect(translated.stderr).toContain("$.extra");
      const explained = await node("bin/abp.js", "explain", "request.json", "--to", "gemini", "--json");
      expect(JSON.parse(explained.stdout)).toMatchObject({
        from: "toy",
        to: "gemini",
        entries: expect.arrayContaining([
          expect.objectContaining({ path: "$.extra", disposition: "disclosed" }),
        ]),
      });
    },
    TIMEOUT_MS,
  );

  it(
    "is called by the command line",
    async () => {
      const called = await node(
        "bin/abp.js",
        "call",
        "Say hello",
        "--dialect",
        "toy",
        "--engine",
        "sim-gemini",
        "--json",
      );
      expect(JSON.parse(called.stdout)).toMatchObject({
        status: 200,
        body: { text: expect.stringContaining("Say hello"), why: "done" },
      });
    },
    TIMEOUT_MS,
  );
});
