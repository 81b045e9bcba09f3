import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { Ended } from "../../src/cli/fixtures/console.ts";
import type { Receipt } from "../../src/contract/index.ts";

const toy = join(import.meta.dirname, "toy");

interface Outcome {
  /** The derived files by their paths. */
  readonly files: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, { status: number; text: string }>>;
  readonly receipts: readonly Receipt[];
  readonly commands: Readonly<Record<"translated" | "explained" | "called", Ended>>;
}

describe("a dialect that is added as one folder and one id", () => {
  let outcome: Outcome;
  beforeAll(async () => {
    const argv = ["--import", join(toy, "registered.ts"), join(toy, "drive.ts")];
    const { stdout } = await promisify(execFile)(process.execPath, argv, { maxBuffer: 64 * 1024 * 1024 });
    outcome = JSON.parse(stdout) as Outcome;
  });

  it("has pages in the register and is offered by the commands and the configuration", () => {
    const read = (path: string) => outcome.files[path];
    expect(read("docs/register/README.md")).toContain("- `toy`: Toy Lines");
    expect(read("docs/register/toy-to-gemini.md")).toContain("A caller speaks Toy Lines");
    expect(read("docs/register/kimi-to-toy.md")).toMatch(/\| function tool \| .* \*\*refused\*\* /);
    expect(read("docs/commands.md")).toContain("toy");
    expect(read("docs/configuration.md")).toContain("toy");
  });

  it("passes calls through to an engine of its own and maps them to and from another", () => {
    const { answers, receipts } = outcome;
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
  });

  it("is translated and explained by the command line", () => {
    const { translated, explained } = outcome.commands;
    expect(JSON.parse(translated.out)).toMatchObject({ messages: [{ role: "user", content: "hi" }] });
    expect(translated.error).toContain("$.extra");
    expect(JSON.parse(explained.out)).toMatchObject({
      from: "toy",
      to: "gemini",
      entries: expect.arrayContaining([
        expect.objectContaining({ path: "$.extra", disposition: "disclosed" }),
      ]),
    });
  });

  it("is called by the command line", () => {
    expect(JSON.parse(outcome.commands.called.out)).toMatchObject({
      status: 200,
      body: { text: expect.stringContaining("Hello"), why: "done" },
    });
  });
});
