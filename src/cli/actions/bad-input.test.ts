import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "../fixtures/console.ts";

const machine = useMachine();
const order = readFileSync(resolve(import.meta.dirname, "../fixtures/work-order.json"), "utf8");

/** Every file below a directory with its content: what "changes nothing" is measured by. */
function snapshot(directory: string): Record<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const files = names.map((name) => join(directory, name)).filter((path) => statSync(path).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(path, "latin1")]));
}

const version = '"contract_version":"abp/v7.1"';
const receipt = `{"meta":{"run_id":"x",${version}},"outcome":"complete"}`;

const inputs: [name: string, text: string, code: string, place: string][] = [
  ["invalid JSON", '{"task": }', "input_invalid_json", "in.json:1:10"],
  ["nothing", "", "input_invalid_json", "in.json:1:1"],
  ["a wrong version", receipt, "contract_version_mismatch", "$.meta.contract_version"],
  ["an unknown enum", order.replace('"patch_first"', '"patch_frist"'), "contract_schema_violation", "$.lane"],
  [
    "2^53+1",
    order.replace('"max_turns": null', '"max_turns": 9007199254740993'),
    "input_invalid_json",
    "in.json:",
  ],
  ["a depth of a million", "[".repeat(1_000_000), "input_invalid_json", "in.json:1:129"],
  [
    "__proto__",
    order.replace('"vendor": {}', '"vendor": {"__proto__": {"x": 1}}'),
    "input_invalid_json",
    "in.json:",
  ],
  ["a truncated file", order.slice(0, -20), "input_invalid_json", "in.json:"],
  ["a duplicate key", '{"task": 1, "task": 2}', "input_invalid_json", "in.json:1:13"],
  ["another document", "[]", "validation_failed", "in.json"],
];

describe("bad input", () => {
  it.each(inputs)(
    "%s gives one clear line with the place, the exit code for it, and changes nothing",
    async (_, text, code, place) => {
      writeFileSync(join(machine.root, "in.json"), text);
      const before = snapshot(machine.root);
      for (const argv of [
        ["validate", "in.json"],
        ["run", "--work-order", "in.json"],
      ]) {
        const { exit, out, error } = await machine.run([...argv, "--quiet"]);
        expect(exit).toBe(2);
        expect(out).toBe("");
        expect(error.trim().split("\n")).toHaveLength(1 + furtherIssues(error));
      }
      const { error } = await machine.run(["validate", "in.json", "--quiet"]);
      expect(error).toContain(`error ${code}: `);
      expect(error.split("\n")[0]).toContain(place);
      expect(error.length).toBeLessThan(400);
      expect(snapshot(machine.root)).toEqual(before);
    },
  );

  it("that is not UTF-8 is refused at its place", async () => {
    writeFileSync(join(machine.root, "in.json"), Buffer.from([0x22, 0xff, 0x22]));
    const { exit, error } = await machine.run(["validate", "in.json", "--quiet"]);
    expect(exit).toBe(2);
    expect(error).toContain("in.json:1:2");
  });

  it.each([
    ["is not there", () => undefined, "no such file"],
    ["is a directory", (path: string) => mkdirSync(path), "it is a directory"],
    ["is a link to itself", (path: string) => symlinkSync(path, path), "a link that leads nowhere"],
  ])("that %s is named with the reason", async (_, make, reason) => {
    make(join(machine.root, "in.json"));
    for (const command of ["validate", "inspect"]) {
      const { exit, error } = await machine.run([command, "in.json", "--quiet"]);
      expect(exit).toBe(2);
      expect(error).toBe(`error input_unreadable: in.json: cannot be read (${reason})\n`);
    }
  });

  it.skipIf(process.getuid?.() === 0)(
    "that may not be read is named with the reason (root may read everything, so it skips for root)",
    async () => {
      writeFileSync(join(machine.root, "in.json"), "{}");
      chmodSync(join(machine.root, "in.json"), 0);
      const { error } = await machine.run(["validate", "in.json", "--quiet"]);
      expect(error).toContain("permission denied");
    },
  );

  it("is reported as the documented error body if JSON is asked for", async () => {
    const { exit, error } = await machine.run(["validate", "-", "--json"], { stdin: "{" });
    expect(exit).toBe(2);
    expect(JSON.parse(error)).toMatchObject({
      error: {
        code: "input_invalid_json",
        details: { where: "(standard input):1:2", rule: "unexpected-end" },
      },
    });
  });

  it("among receipts is a failed verification, not a crash", async () => {
    for (const text of ["{", "c2sp.org/tlog-proof@v1\n", '{"payloadType": 1}', '{"meta": {}}']) {
      const { exit, out } = await machine.run(["receipt", "verify", "-"], { stdin: text });
      expect(exit).toBe(7);
      expect(out).toMatch(/^INVALID/);
    }
  });
});

// A schema violation lists its further places below the first line.
function furtherIssues(error: string): number {
  return Number(/\(and (\d+) more\)/.exec(error)?.[1] ?? 0);
}
