import { describe, expect, it } from "vitest";
import { useMachine } from "../fixtures/console.ts";

const machine = useMachine();

function json<T = Record<string, unknown>>(text: string): T {
  return JSON.parse(text) as T;
}

describe("abp negotiate", () => {
  it("shows a table a person can read", async () => {
    const argv = [
      "negotiate",
      "-b",
      "mock",
      "-r",
      "streaming:native",
      "-p",
      "mcp_client",
      "--on-use",
      "vision",
    ];
    const { exit, out } = await machine.run(argv);
    expect(exit).toBe(0);
    expect(out).toMatch(/^ACCEPT, DEGRADED {2}mock\/default@mock/);
    expect(out).toMatch(/mcp_client\s+preferred\s+unsupported.*degraded\s+unlisted/);
  });

  it("decides for a backend as a run of it does: emulators of model calls do not apply", async () => {
    for (const argv of [
      ["negotiate", "-b", "mock", "-r", "stop_sequences"],
      ["run", "-b", "mock", "--require", "stop_sequences", "--task", "x"],
    ])
      expect([argv[0], (await machine.run(argv)).exit]).toEqual([argv[0], 5]);
    for (const argv of [
      ["negotiate", "-b", "mock", "-r", "extended_thinking"],
      ["run", "-b", "mock", "--require", "extended_thinking", "--task", "x"],
    ])
      expect([argv[0], (await machine.run(argv)).exit]).toEqual([argv[0], 0]);
  });

  describe("with [emulation] in the configuration", () => {
    const everywhere = (capability: string) => [
      ["negotiate", "-b", "mock", "-r", capability],
      ["run", "-b", "mock", "--require", capability, "--task", "x"],
    ];

    it("refuses for a backend and in a run of it what is switched off, with the configured reason", async () => {
      await machine.configure(
        '[emulation.reasoning]\ntype = "disabled"\nreason = "our users want the model\'s own"\n',
      );
      for (const argv of everywhere("extended_thinking")) {
        const { exit, out, error } = await machine.run(argv);
        expect([argv[0], exit]).toEqual([argv[0], 5]);
        expect(out + error).toContain("not emulated: our users want the model's own");
      }
    });

    it("emulates for a backend and in a run of it what a configured prompt provides", async () => {
      for (const argv of everywhere("code_execution"))
        expect([argv[0], (await machine.run(argv)).exit]).toEqual([argv[0], 5]);
      const prompt = "Simulate code execution step by step.";
      await machine.configure(
        `[emulation.code_execution]\ntype = "system_prompt_injection"\nprompt = "${prompt}"\n`,
      );
      for (const argv of everywhere("code_execution"))
        expect([argv[0], (await machine.run(argv)).exit]).toEqual([argv[0], 0]);
      const { out } = await machine.run([...everywhere("code_execution")[1]!, "--json"]);
      const last = out.trim().split("\n").at(-1)!;
      expect(json<{ negotiation?: { emulations: unknown[] } }>(last).negotiation?.emulations).toEqual([
        {
          capability: "code_execution",
          emulator: "order.code_execution",
          fidelity: "major",
          strategy: { type: "system_prompt_injection", prompt },
        },
      ]);
    });

    it("judges a model of the catalogue by it too", async () => {
      const argv = ["negotiate", "--to", "openai/gpt-4o", "-r", "extended_thinking"];
      expect((await machine.run(argv)).exit).toBe(0);
      await machine.configure('[emulation.extended_thinking]\ntype = "disabled"\n');
      const { exit, out } = await machine.run(argv);
      expect(exit).toBe(5);
      expect(out).toContain("not emulated: switched off in the configuration");
    });
  });

  it("rejects a switch that would break the session, and names who needs it and what would do", async () => {
    const argv = ["negotiate", "--from", "anthropic/claude-sonnet-4-5", "--to", "openai/gpt-4o"];
    const { exit, out } = await machine.run([
      ...argv,
      "-r",
      "context_window:500k",
      "--param",
      "api_key=hunter2",
    ]);
    expect(exit).toBe(5);
    expect(out).toContain("anthropic/claude-sonnet-4-5 → openai/gpt-4o");
    expect(out).toContain("below_minimum");
    expect(out).toContain("These would be accepted:");
    expect(out).not.toContain("hunter2");
  });

  it("prints the seeds' shapes on request", async () => {
    const base = ["negotiate", "-b", "mock", "-r", "streaming", "-r", "tool_write"];
    const result = await machine.run([...base, "--report", "result"]);
    expect(json(result.out)).toEqual({ native: ["streaming"], emulatable: ["tool_write"], unsupported: [] });
    const report = await machine.run([...base, "--report", "report"]);
    expect(json(report.out)["summary"]).toBe("1 native, 1 emulatable, 0 unsupported — fully compatible");
  });

  describe("a capability that is supported with a restriction", () => {
    const REASON = "automatic, the caller cannot mark what to cache";
    const argv = ["negotiate", "--to", "openai/gpt-4o", "-r", "prompt_caching"];

    it("has its reason in the table", async () => {
      const { exit, out } = await machine.run(argv);
      expect(exit).toBe(0);
      expect(out).toMatch(new RegExp(`cache_control .* restricted +${REASON} +operator:--require`));
    });

    it("has its reason in the decision as JSON", async () => {
      const { out } = await machine.run([...argv, "--json"]);
      const decision = json<{ findings: { outcome: string; claim: { reason: string } }[] }>(out);
      expect(decision.findings.map((one) => [one.outcome, one.claim.reason])).toEqual([
        ["restricted", REASON],
      ]);
    });

    it("has its reason in the compatibility report", async () => {
      const { out } = await machine.run([...argv, "--report", "report"]);
      expect(json(out)["details"]).toEqual([
        ["CacheControl", { level: "emulated", strategy: `restricted: ${REASON}` }],
      ]);
    });

    it("names the test that failed as well as the reason, if strict refuses it", async () => {
      const { exit, out } = await machine.run([...argv.slice(0, -1), "prompt_caching:native"]);
      expect(exit).toBe(5);
      expect(out).toContain(`below_floor: ${REASON}`);
    });
  });

  it("decides as --strict and --passthrough say", async () => {
    const decide = async (...flags: string[]) => {
      const { out } = await machine.run([
        "negotiate",
        "--to",
        "openai/gpt-4o",
        "-r",
        "streaming",
        "--json",
        ...flags,
      ]);
      const { mode, lane, trigger, previous } = json(out);
      return [mode, lane, trigger, previous];
    };
    const from = (model: string) => ({ provider: model.split("/")[0], model: model.split("/")[1] });
    expect(await decide()).toEqual(["best_effort", "mapped", "session.start", from("openai/gpt-4o")]);
    expect((await decide("--strict", "--passthrough")).slice(0, 2)).toEqual(["strict", "passthrough"]);
    for (const [model, trigger] of [
      ["openai/gpt-4o-mini", "model.switch"],
      ["anthropic/claude-sonnet-4-5", "provider.switch"],
    ] as const)
      expect((await decide("--from", model)).slice(2)).toEqual([trigger, from(model)]);
  });

  it("lists the models of the catalogue", async () => {
    const { out } = await machine.run(["negotiate", "--models", "--json"]);
    expect(json<{ models: object[] }>(out).models.length).toBeGreaterThan(20);
  });

  it("leaves open what a model can do that the catalogue does not know, and refuses it in strict mode", async () => {
    const argv = ["negotiate", "--to", "openai/gpt-nope", "-r", "streaming", "-r", "prompt_caching"];
    const open = await machine.run(argv);
    expect(open.exit).toBe(0);
    expect(open.error).toContain("the catalogue does not know openai/gpt-nope");
    expect(open.out).toContain("deferred");
    expect((await machine.run([...argv, "--strict"])).exit).toBe(5);
  });

  it.each([
    [["-b", "mock"], 2, "there is no requirement"],
    [["-r", "streaming"], 2, "exactly one of"],
    [["-r", "streaming", "-b", "mock", "--to", "openai/gpt-4o"], 2, "exactly one of"],
    [["-b", "mock", "-r", "streaming:soon!"], 2, "is not a bound"],
  ])("says what is wrong: %j", async (flags, exit, text) => {
    const ended = await machine.run(["negotiate", ...flags]);
    expect(ended.exit).toBe(exit);
    expect(ended.error).toContain(text);
  });
});
