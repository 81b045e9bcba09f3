import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "../fixtures/console.ts";

const machine = useMachine();

function json<T = Record<string, unknown>>(text: string): T {
  return JSON.parse(text) as T;
}

describe("what abp negotiate is given", () => {
  it.each<[string, string]>([
    ["openai/gpt-4o", ""],
    ["anthropic/claude-sonnet-4-5", ""],
    [
      "openai/gpt-4p",
      'the catalogue does not know openai/gpt-4p, so what it can do is open; did you mean "openai/gpt-4o"?\n',
    ],
    ["nobody/zzzzzzzzzz", "the catalogue does not know nobody/zzzzzzzzzz, so what it can do is open\n"],
    ["a/b/c", "the catalogue does not know a/b/c, so what it can do is open\n"],
  ])("says of the model %s what the catalogue does not know: %j", async (model, said) => {
    const { exit, error } = await machine.run(["negotiate", "--to", model, "-r", "streaming"]);
    expect([exit, error]).toEqual([0, said]);
  });

  const needs = { required: [{ capability: "streaming", min_support: "native" }] };
  it.each<[string, object, string]>([
    ["bare", needs, "needs.json"],
    ["with the id of their work order", { id: "o1", requirements: needs }, "o1"],
    ["of a work order without an id", { requirements: needs }, "needs.json"],
  ])("reads requirements from a file, %s, and then those of the flags", async (_, document, id) => {
    writeFileSync(join(machine.root, "needs.json"), JSON.stringify(document));
    const flags = [
      "--requirements",
      "needs.json",
      "--on-use",
      "vision",
      "-p",
      "cache_control",
      "-r",
      "tool_use",
    ];
    const { exit, out } = await machine.run(["negotiate", "--to", "openai/gpt-4o", ...flags, "--json"]);
    const { findings } = json<{ findings: { requirement: object }[] }>(out);
    const flag = (capability: string, need: string, name: string) => ({
      capability,
      need,
      floor: "emulated",
      by: { kind: "operator", id: name },
    });
    expect([exit, findings.map(({ requirement }) => requirement)]).toEqual([
      0,
      [
        flag("cache_control", "preferred", "--prefer"),
        { capability: "streaming", need: "required", floor: "native", by: { kind: "work_order", id } },
        flag("tool_use", "required", "--require"),
        flag("vision", "on_use", "--on-use"),
      ],
    ]);
  });

  it.each(["null", "[]", '"x"', "1"])("refuses %s as requirements", async (stdin) => {
    const { exit, error } = await machine.run(["negotiate", "--to", "a/b", "--requirements", "-"], { stdin });
    expect([exit, error]).toEqual([2, expect.stringContaining("standard input")]);
  });

  it("reads a manifest from a file, as declared at the time of the decision", async () => {
    writeFileSync(join(machine.root, "can.json"), '{"streaming":"native","vision":"unsupported"}');
    const argv = ["negotiate", "--manifest", "can.json", "-r", "streaming", "-p", "vision", "--json"];
    const { exit, out } = await machine.run(argv);
    const { target, findings } = json<{ target: object; findings: { claim: object; outcome: string }[] }>(
      out,
    );
    const at = expect.stringMatching(/^2026-01-01T00:00:0\d\.000Z$/);
    expect([exit, target, findings.map(({ claim, outcome }) => [claim, outcome])]).toEqual([
      0,
      { provider: "manifest", model: "can.json" },
      [
        [{ support: "native", evidence: "declared", at }, "satisfied"],
        [{ support: "unsupported", evidence: "declared", at }, "degraded"],
      ],
    ]);
  });

  it("takes parameters without a requirement, whose names may be paths and whose values JSON", async () => {
    const params = ["temperature=0.5", "seed=7", "logprobs.of.all=word"].flatMap((one) => ["--param", one]);
    const from = ["negotiate", "--from", "openai/gpt-4o", "--to", "anthropic/claude-sonnet-4-5", "--json"];
    const { exit, out } = await machine.run([...from, ...params]);
    const reason = expect.any(String);
    expect([exit, json(out)["paramsAffected"]]).toEqual([
      0,
      [
        { path: ["logprobs", "of", "all"], value: "word", layer: "runtime", reason },
        { path: ["seed"], value: 7, layer: "runtime", reason },
      ],
    ]);
  });

  it.each<[string[], unknown, string]>([
    [
      ["-b", "mock"],
      "there is no requirement: name a capability with --require or --prefer",
      "abp negotiate",
    ],
    [["-r", "streaming"], "give exactly one of --backend, --manifest and --to", "abp negotiate"],
    ...["x", "/x", "x/", ""].map((target): [string[], string, string] => [
      ["--to", target],
      `${JSON.stringify(target)} is not provider/model`,
      "--to",
    ]),
    [["--to", "a/b", "--from", "/y"], '"/y" is not provider/model', "--from"],
    [["--to", "a/b", "--param", "k"], '"k" is not KEY=VALUE', "--param"],
    [["--to", "a/b", "-p", "streaming:soon!"], expect.stringContaining("is not a bound"), "--prefer"],
    [["--to", "a/b", "--on-use", "x!"], expect.stringContaining("is not a capability"), "--on-use"],
    [["--to", "a/b", "-r", "x!"], expect.stringContaining("is not a capability"), "--require"],
  ])("refuses %j as a mistake in the command line: %s", async (flags, message, where) => {
    const { exit, error } = await machine.run(["negotiate", ...flags, "--json"]);
    expect([exit, json(error)]).toEqual([
      2,
      {
        error: expect.objectContaining({
          code: "usage_invalid",
          message,
          details: expect.objectContaining({ where }),
        }),
      },
    ]);
  });
});
