import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeProgram } from "../fixtures/fake-program.ts";
import { secretsOf, startSidecar } from "./start-sidecar.ts";

const started = vi.hoisted(() => ({ plans: [] as unknown[], program: undefined as unknown }));

vi.mock("../../process/index.ts", async (importOriginal) => ({
  ...(await importOriginal<typeof import("../../process/index.ts")>()),
  startProgram: async (plan: unknown) => {
    started.plans.push(plan);
    return started.program;
  },
}));

const plan = {
  command: "x",
  args: [],
  env: { PATH: "/bin", API_KEY: "hunter2hunter2" },
  cwd: "/",
  mark: "m",
};
const HELLO = { t: "hello", contract_version: "abp/v0.1", backend: { id: "fake" }, capabilities: {} };

describe("startSidecar", () => {
  let program: FakeProgram;

  beforeEach(() => {
    program = new FakeProgram();
    started.plans = [];
    started.program = program;
  });

  it("starts the plan and answers after the hello", async () => {
    const starting = startSidecar(plan, {}, new AbortController().signal);
    program.say(HELLO);
    const sidecar = await starting;
    expect(started.plans).toEqual([plan]);
    expect(sidecar.hello.identity.id).toBe("fake");
    expect(sidecar.isReusable).toBe(true);
  });

  it("takes the given settings before the usual ones", async () => {
    const starting = startSidecar(plan, { maxLineBytes: 20 }, new AbortController().signal);
    program.say(HELLO);
    await expect(starting).rejects.toMatchObject({ code: "sidecar_line_too_long" });
  });

  it("starts nothing if the start is cancelled before", async () => {
    await expect(startSidecar(plan, {}, AbortSignal.abort("no"))).rejects.toMatchObject({
      code: "run_cancelled",
    });
    expect(started.plans).toEqual([]);
  });

  it("S03 removes the secrets of the plan from what the program writes", async () => {
    const starting = startSidecar(plan, {}, new AbortController().signal);
    program.stderr.write("key hunter2hunter2");
    program.say({ t: "fatal", error: "bad key hunter2hunter2" });
    program.end({ code: 1 });
    await expect(starting).rejects.toMatchObject({
      code: "sidecar_fatal",
      message: "bad key [redacted]",
      details: { stderr_tail: "key [redacted]" },
    });
  });
});

describe("secretsOf", () => {
  it("takes the values under names that mean a secret", () => {
    const env = {
      API_KEY: "123456",
      MY_PASSWORD: "12345",
      PATH: "/usr/bin",
      GITHUB_TOKEN: "abcdefg",
      TOKEN: "",
    };
    expect(secretsOf(env)).toEqual(["123456", "12345", "abcdefg"]);
  });
});
