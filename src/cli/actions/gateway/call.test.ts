import { describe, expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();

interface CallOutput {
  readonly status: number;
  readonly body: { readonly content?: readonly { readonly text: string }[] };
  readonly receipt: {
    readonly mode: string;
    readonly outcome: string;
    readonly observed: { readonly call: Record<string, unknown> };
  };
}

describe("abp call", () => {
  it("prints the answer on standard output, and the receipt's facts on standard error", async () => {
    const { exit, out, error } = await machine.run(["call", "hello"]);
    expect(exit).toBe(0);
    expect(out).toBe('[simulated] You said: "hello"\n');
    expect(error).toMatch(/^run +[0-9a-f-]{36}$/m);
    expect(error).toMatch(/^mode +passthrough$/m);
  });

  it("prints nothing but the answer with --quiet", async () => {
    const { out, error } = await machine.run(["call", "hello", "-q"]);
    expect(out).toBe('[simulated] You said: "hello"\n');
    expect(error).toBe("");
  });

  it("sends the prompt in the dialect and to the engine that the flags name, with model and system prompt", async () => {
    const argv = ["call", "-", "--dialect", "claude", "--engine", "sim-gemini", "-m", "some-model"];
    const { exit, out } = await machine.run([...argv, "--system", "Be brief.", "--json"], {
      stdin: "from stdin",
    });
    expect(exit).toBe(0);
    const { status, body, receipt } = JSON.parse(out) as CallOutput;
    expect(status).toBe(200);
    expect(body.content?.[0]?.text).toContain("from stdin");
    expect(receipt).toMatchObject({ mode: "mapped", outcome: "complete" });
    expect(receipt.observed.call).toMatchObject({ dialect: "claude", engine: "sim-gemini" });
    expect(JSON.stringify(receipt.observed.call)).toContain("some-model");
  });

  it.each([
    [[], "best_effort"],
    [["--strict"], "strict"],
  ])("is judged with %j in the mode %s", async (flags, mode) => {
    const argv = ["call", "hello", "--dialect", "claude", "--engine", "sim-gemini", "--json", ...flags];
    const { receipt } = JSON.parse((await machine.run(argv)).out);
    expect(receipt.negotiation?.mode).toBe(mode);
  });

  it("records the call in the log", async () => {
    await machine.run(["call", "hello", "-q"]);
    const { out } = await machine.run(["receipt", "log", "--check"]);
    expect(out).toMatch(/^VALID log of 1 receipt:/);
  });

  it("prints the refusal of an engine that does not exist, with exit code 1", async () => {
    const { exit, out } = await machine.run(["call", "hello", "--engine", "nowhere"]);
    expect(exit).toBe(1);
    expect(out).toContain("nowhere");
  });

  it.each([
    ["before the call starts", 0],
    ["while the engine works", 500],
  ])("ends with the signal's exit code when it is interrupted %s", async (_, delayMs) => {
    const controller = new AbortController();
    const ended = machine.run(["call", "-"], {
      signal: controller.signal,
      readStdin: async () => {
        if (delayMs === 0) controller.abort("SIGINT");
        else setTimeout(() => controller.abort("SIGINT"), delayMs);
        return Buffer.from("sim: delay 50000");
      },
    });
    expect((await ended).exit).toBe(130);
  });
});

describe("abp engines", () => {
  it("lists the simulated engines if none is configured", async () => {
    const { exit, out } = await machine.run(["engines"]);
    expect(exit).toBe(0);
    expect(out).toMatch(/^engine +dialect +place +models$/m);
    expect(out).toMatch(/^sim-claude +claude +\S/m);
  });

  it("asks each engine with --check, and reports one that does not answer with exit code 6", async () => {
    const healthy = await machine.run(["engines", "--check", "--json"]);
    expect(healthy.exit).toBe(0);
    const rows = JSON.parse(healthy.out) as { name: string; ok: boolean; latency_ms: number }[];
    expect(rows.every((row) => row.ok && Number.isInteger(row.latency_ms))).toBe(true);
    machine.env["ABP_ENGINES__DEAD__PRESET"] = "compatible";
    machine.env["ABP_ENGINES__DEAD__BASE_URL"] = "http://127.0.0.1:9/v1";
    machine.env["ABP_ENGINES__DEAD__CREDENTIAL"] = "none";
    const dead = await machine.run(["engines", "--check"]);
    expect(dead.exit).toBe(6);
    expect(dead.out).toMatch(/^dead +openai +http:\/\/127\.0\.0\.1:9\S* +any +\w+: /m);
    const unchecked = await machine.run(["engines", "--json"]);
    expect(JSON.parse(unchecked.out)[0]).not.toHaveProperty("ok");
  });
});
