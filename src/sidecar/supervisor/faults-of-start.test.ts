import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { fixturePlan, isAlive, runToEnd, startFixture, textsOf } from "../fixtures/start-fixture.ts";
import { startSidecar } from "../index.ts";

/** The error of a start that must fail. */
async function startError(behaviour: string, settings = {}, argument = ""): Promise<AbpError> {
  const error: unknown = await startFixture(behaviour, settings, argument).catch((reason: unknown) => reason);
  if (!AbpError.is(error)) throw new Error("The sidecar started");
  return error;
}

const hello = (more: object) =>
  JSON.stringify({
    t: "hello",
    contract_version: "abp/v0.1",
    backend: { id: "x" },
    capabilities: {},
    ...more,
  });

describe("the start of a sidecar", () => {
  it("S01 reports a program that is missing, not executable or has a bad first line", async () => {
    const directory = mkdtempSync(join(tmpdir(), "abp-start-"));
    try {
      const text = join(directory, "text");
      writeFileSync(text, "no program\n");
      const script = join(directory, "script");
      writeFileSync(script, "#!/no/such/interpreter\n");
      chmodSync(script, 0o755);
      const plain = join(directory, "plain");
      writeFileSync(plain, "neither ELF nor script\n");
      chmodSync(plain, 0o755);
      const commands = [join(directory, "absent"), "no-such-command-here", text, script, plain, directory];
      for (const command of commands) {
        const start = startSidecar({ ...fixturePlan("good"), command }, {}, new AbortController().signal);
        await expect(start).rejects.toMatchObject({ code: "sidecar_spawn_failed", details: { command } });
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("S01 reports a working directory that does not exist", async () => {
    const plan = { ...fixturePlan("good"), cwd: "/no/such/directory" };
    const start = startSidecar(plan, {}, new AbortController().signal);
    await expect(start).rejects.toMatchObject({
      code: "sidecar_spawn_failed",
      message: expect.stringContaining("/no/such/directory"),
    });
  });

  it("S02 reports a sidecar that ends before its hello, with its exit code", async () => {
    expect(await startError("exit-0")).toMatchObject({
      code: "sidecar_exited_before_hello",
      details: { exit: { code: 0, signal: null } },
    });
  });

  it("S03 reports exit code and the end of standard error, without secrets", async () => {
    const error = await startError("exit-3");
    expect(error).toMatchObject({
      code: "sidecar_exited_before_hello",
      details: { exit: { code: 3, signal: null } },
    });
    expect(error.details["stderr_tail"]).toContain("cannot find the model");
    expect(JSON.stringify(error.details)).not.toContain("sk-ant");
  });

  it("S03 names the signal that ended a sidecar before its hello", async () => {
    const error = await startError("kill-self");
    expect(error).toMatchObject({
      code: "sidecar_exited_before_hello",
      details: { exit: { code: null, signal: "SIGTERM" } },
    });
    expect(error.message).toContain("SIGTERM");
  });

  it("S04 ends a sidecar that sends no hello in time", async () => {
    let pid = 0;
    const plan = fixturePlan("silent", "", {
      onStarted: (child) => {
        pid = child.pid ?? 0;
      },
    });
    const start = startSidecar(plan, { helloTimeoutMs: 300 }, new AbortController().signal);
    await expect(start).rejects.toMatchObject({ code: "sidecar_hello_timeout" });
    expect(isAlive(pid)).toBe(false);
  });

  it("S05 names the bytes of log text in place of the hello", async () => {
    const error = await startError("log-first");
    expect(error.code).toBe("protocol_invalid_envelope");
    expect(error.message).toContain("Starting the sidecar");
    expect(error.message).toContain(Buffer.from("Starting").toString("hex"));
  });

  it("S05 skips and counts lines that are not JSON if the settings permit it", async () => {
    const sidecar = await startFixture("log-first", { skippableLines: 2 });
    expect(textsOf(await runToEnd(sidecar))).toEqual(["done"]);
    await sidecar.close();
    expect(sidecar.record().skipped_lines).toBe(2);
    expect((await startError("log-first", { skippableLines: 1 })).code).toBe("protocol_invalid_envelope");
  });

  it("S06 refuses a first frame that is no hello", async () => {
    expect(await startError("event-first")).toMatchObject({
      code: "protocol_unexpected_message",
      details: { kind: "event" },
    });
  });

  it("reports the message of a fatal in place of the hello", async () => {
    expect(await startError("fatal-first")).toMatchObject({
      code: "sidecar_fatal",
      message: "no SDK installed",
      details: { reported_code: "backend_unavailable" },
    });
  });

  it.each(["abp/v1.0", "0.1", "garbage", 1, null, undefined])(
    "S08 refuses version %j before a run is sent",
    async (version) => {
      const error = await startError("hello-raw", {}, hello({ contract_version: version }));
      expect(error.code).toBe("protocol_version_mismatch");
    },
  );

  it("S08 accepts another minor version and records it", async () => {
    const sidecar = await startFixture("hello-raw", {}, hello({ contract_version: "abp/v0.9" }));
    expect(sidecar.hello.contractVersion).toBe("abp/v0.9");
    await sidecar.close();
    expect(sidecar.record().contract_version).toBe("abp/v0.9");
  });

  it("S09 gives the capabilities to the caller before any work is sent", async () => {
    const capabilities = {
      streaming: "native",
      tool_bash: "unsupported",
      tomorrow: "native",
      odd: "perhaps",
    };
    const sidecar = await startFixture("hello-raw", {}, hello({ capabilities, mode: "passthrough" }));
    expect(sidecar.hello).toMatchObject({
      capabilities: { streaming: "native", tool_bash: "unsupported", tomorrow: "native" },
      mode: "passthrough",
      asksBeforeTools: false,
    });
    expect(sidecar.hello.capabilities).not.toHaveProperty("odd");
    expect(await sidecar.close()).toMatchObject({ code: 0 });
    expect(sidecar.record().violations).toEqual({ unknown_support_level: 1 });
  });

  it.each([hello({ backend: {} }), hello({ capabilities: [] }), hello({ mode: "both" }), '{"hello":1}'])(
    "refuses the hello %s",
    async (line) => {
      expect((await startError("hello-raw", {}, line)).code).toBe("protocol_invalid_envelope");
    },
  );

  it("S16 starts although the sidecar fills standard error before its hello", async () => {
    const sidecar = await startFixture("stderr-flood", {}, "3");
    expect(textsOf(await runToEnd(sidecar))).toEqual(["done"]);
    await sidecar.close();
  });

  it("ends the sidecar and rejects when the start is cancelled", async () => {
    const controller = new AbortController();
    let pid = 0;
    const plan = fixturePlan("silent", "", {
      onStarted: (child) => {
        pid = child.pid ?? 0;
        controller.abort("changed my mind");
      },
    });
    const start = startSidecar(plan, {}, controller.signal);
    await expect(start).rejects.toMatchObject({
      code: "run_cancelled",
      message: expect.stringContaining("changed"),
    });
    expect(isAlive(pid)).toBe(false);
    await expect(startSidecar(plan, {}, controller.signal)).rejects.toMatchObject({ code: "run_cancelled" });
  });

  it("S47 gives the sidecar the planned environment and nothing else", async () => {
    process.env["ABP_TEST_SECRET"] = "must not be seen";
    try {
      const sidecar = await startFixture("environment", {}, "", {
        env: { PATH: "/bin", ONE: "1", "we.ird": "2" },
      });
      const [text = "{}"] = textsOf(await runToEnd(sidecar));
      await sidecar.close();
      const { ABP_RUN_ID, ...rest } = JSON.parse(text) as Record<string, string>;
      expect(rest).toEqual({ PATH: "/bin", ONE: "1", "we.ird": "2" });
      expect(ABP_RUN_ID).toMatch(/^fixture-/);
    } finally {
      delete process.env["ABP_TEST_SECRET"];
    }
  });
});
