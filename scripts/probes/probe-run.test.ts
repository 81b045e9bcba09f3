import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { python, shell } from "./probe.ts";
import { ProbeRun } from "./probe-run.ts";

// Level L0 is no sandbox: every attempt gets through, and the host must notice it.
let run: ProbeRun;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "abp-probe-run-"));
  run = await ProbeRun.open("L0");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const outcome = async (probe: Parameters<ProbeRun["run"]>[0]) => (await run.run(probe)).outcome;
const sh = (script: string) => outcome(shell("name", "tries", script));

describe("a run of probes", () => {
  it("says that a probe held if it prints nothing, or something else", async () => {
    const probe = shell("name", "tries", "echo escaped; echo ESCAPED >&2");
    expect(await run.run(probe)).toEqual({ probe, outcome: "held" });
  });

  it("believes a probe that says it escaped, also after much other text", async () => {
    expect(await sh("head -c 100000 /dev/zero; echo; echo ESCAPED")).toBe("escaped");
  });

  it("notices a file outside, and takes it away for the next probe", async () => {
    expect(await sh('echo x > "$OUTSIDE"')).toBe("escaped");
    expect(await sh('test -e "$OUTSIDE" && echo ESCAPED')).toBe("held");
  });

  it("notices each socket that is reached, each time", async (ctx) => {
    if (!existsSync("/usr/bin/python3")) ctx.skip("needs python3");
    const attempts = [
      'socket.create_connection(("127.0.0.1", int(env["HOST_PORT"])), 2)',
      'socket.socket(socket.AF_UNIX).connect(env["HOST_SOCKET"])',
      'socket.socket(socket.AF_UNIX).connect("\\0" + env["ABSTRACT_SOCKET"])',
      'socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", int(env["UDP_PORT"])))',
      'socket.create_connection((env["HOST_ADDRESS"], int(env["HOST_PORT"])), 2)',
    ];
    for (const attempt of attempts)
      expect([
        attempt,
        await outcome(python("name", "tries", `${attempt}\nimport time; time.sleep(0.05)`)),
      ]).toEqual([attempt, "escaped"]);
    expect(await sh("true")).toBe("held");
  });

  it("closes the connections that it sees", async (ctx) => {
    if (!existsSync("/usr/bin/python3")) ctx.skip("needs python3");
    const script = `
s = socket.socket(socket.AF_UNIX); s.settimeout(20); s.connect("\\0" + env["ABSTRACT_SOCKET"])
open(${JSON.stringify(join(directory, "closed"))}, "w").write(repr(s.recv(1)))`;
    await outcome(python("name", "tries", script));
    expect(readFileSync(join(directory, "closed"), "utf8")).toBe("b''");
  });

  it("tells a probe what there is to reach", async () => {
    const facts: Record<string, string> = {
      '$(cat "$SECRET")': "secret",
      '$(cat "$STATE")': "secret",
      $REAL_HOME: homedir(),
      $HOST_PID: String(process.pid),
      $CANARY_PREFIX: "ABP_PROBE_CANARY",
      $PATH: "/usr/bin:/bin:/usr/sbin:/sbin",
      $PWD: "$WORKSPACE",
    };
    for (const [text, value] of Object.entries(facts))
      expect([text, await sh(`test "${text}" = "${value}" && echo ESCAPED`)]).toEqual([text, "escaped"]);
    expect(process.env["ABP_PROBE_CANARY"]).toBe("ABP_PROBE_CANARY-value");
  });

  it("leaves nothing when it is closed", async () => {
    await sh(`echo "$WORKSPACE" > "${directory}/workspace"`);
    const workspace = readFileSync(join(directory, "workspace"), "utf8").trim();
    expect(existsSync(workspace)).toBe(true);
    await run.close();
    expect(existsSync(dirname(workspace))).toBe(false);
    expect(process.env["ABP_PROBE_CANARY"]).toBeUndefined();
  });
});
