import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, type TestContext } from "vitest";
import { openPolicy, type PolicyDecisionRecord, type PolicyProfile } from "../contract/index.ts";
import { compilePolicy } from "../policy/index.ts";
import { startProgram } from "../process/index.ts";
import { findSetup } from "./bubblewrap/find-setup.ts";
import { hasLevel3, offeredIsolation } from "./fixtures/level.ts";
import { openSandbox } from "./open-sandbox.ts";
import type { SandboxRequest } from "./sandbox.ts";

const level3 = hasLevel3();
let directory: string;
let workspace: string;
let source: string;
let decisions: PolicyDecisionRecord[];

beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "abp-sandbox-")));
  chmodSync(directory, 0o755);
  workspace = join(directory, "stage");
  source = join(directory, "source");
  for (const path of [workspace, source]) mkdirSync(path);
  writeFileSync(join(source, ".env"), "TOP-SECRET");
  writeFileSync(join(workspace, "a.txt"), "a");
  decisions = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function requestOf(
  command: string,
  args: readonly string[],
  more: Partial<SandboxRequest> = {},
): SandboxRequest {
  return {
    level: "L3",
    workspaceRoot: workspace,
    program: { command, args, cwd: workspace },
    readOnly: [],
    hidden: [source],
    policy: compilePolicy(openPolicy()),
    onDecision: (record) => decisions.push(record),
    now: () => new Date(0),
    ...more,
  };
}

interface Outcome {
  readonly output: string;
  readonly errors: string;
  readonly code: number | null;
  readonly network: string;
}

async function run(
  command: string,
  args: readonly string[],
  more: Partial<SandboxRequest> = {},
): Promise<Outcome> {
  const request = requestOf(command, args, more);
  const sandbox = await openSandbox(request);
  try {
    const env = { PATH: "/usr/bin:/bin", SOURCE: source, STAGE: workspace };
    const program = await startProgram(sandbox.wrap({ ...request.program, env, mark: randomUUID() }));
    program.stdin.end();
    const read = async (stream: AsyncIterable<Buffer>) => {
      let text = "";
      for await (const chunk of stream) text += chunk.toString();
      return text;
    };
    const [output, errors] = await Promise.all([read(program.stdout), read(program.stderr)]);
    const { code } = await program.exit;
    await program.endTree();
    return { output, errors, code, network: sandbox.network };
  } finally {
    await sandbox.close();
  }
}

const shell = (script: string, more?: Partial<SandboxRequest>) => run("/bin/sh", ["-c", script], more);

function need(ctx: TestContext, ...programs: string[]): void {
  if (!level3) ctx.skip("needs bwrap and user namespaces");
  const missing = programs.find((program) => !existsSync(program));
  if (missing !== undefined) ctx.skip(`needs ${missing}`);
}

describe("the level of a sandbox", () => {
  const none = () =>
    Promise.resolve({
      missing: "bubblewrap",
      reason: "bubblewrap is not installed",
      remedy: "",
      selfTest: [],
    } as const);

  it("is L3 if its self-test held, and the results are named", async (ctx) => {
    need(ctx);
    const sandbox = await openSandbox(requestOf("/bin/true", [], { level: "auto" }));
    expect(sandbox).toMatchObject({ level: "L3", reason: undefined, network: "proxy" });
    expect(sandbox.selfTest.length).toBeGreaterThanOrEqual(6);
    expect(sandbox.selfTest.every(({ held }) => held)).toBe(true);
    await sandbox.close();
  });

  it("comes from the strongest isolation that bwrap offers to this user", async (ctx) => {
    need(ctx);
    const found = await findSetup(`${process.env["PATH"] ?? ""}:/usr/bin:/bin`);
    expect(found).toMatchObject({ setup: { isolation: { name: offeredIsolation() } } });
  });

  it("is L0 with a reason if nothing else is possible and nothing is required", async () => {
    const sandbox = await openSandbox(requestOf("/bin/true", [], { level: "auto" }), none);
    expect(sandbox).toMatchObject({
      level: "L0",
      reason: "bubblewrap is not installed",
      network: "advisory",
    });
    const plan = { command: "x", args: [], env: {}, cwd: "/", mark: "m" };
    expect(sandbox.wrap(plan)).toBe(plan);
    await sandbox.close();
  });

  it.each(["off", "L0", "L1"] as const)("is L0 where it is set to %s", async (level) => {
    const sandbox = await openSandbox(requestOf("/bin/true", [], { level }));
    expect(sandbox).toMatchObject({ level: "L0", reason: `the sandbox is set to ${level}` });
  });

  it.each([
    [{ level: "L3" }, "L3"],
    [{ level: "auto", required: "L3" }, "L3"],
    [{ level: "auto", required: "L2" }, "L2"],
    [{ level: "off", required: "L3" }, "L3"],
    [{ level: "L1", required: "L2" }, "L2"],
    [{ level: "L2" }, "L2"],
  ] as const)("is never lowered in silence: %j", async (more, level) => {
    await expect(openSandbox(requestOf("/bin/true", [], more), none)).rejects.toMatchObject({
      code: "sandbox_level_unmet",
      details: { level },
    });
  });

  it("is not reached with a workspace that covers the system", async () => {
    const request = requestOf("/bin/true", [], { workspaceRoot: "/" });
    await expect(openSandbox(request)).rejects.toMatchObject({ code: "sandbox_level_unmet" });
  });
});

describe("a program at L3", () => {
  it("P07 cannot read a denied file with any tool, because it does not exist", async (ctx) => {
    need(ctx, "/usr/bin/python3", "/usr/bin/git");
    const { output, code } = await shell(`
      f="$SOURCE/.env"
      cat "$f"; head "$f"; grep -r TOP "$SOURCE"; base64 "$f"; cp "$f" copy && cat copy; tar c "$SOURCE" | grep -a TOP
      while read -r line; do echo "$line"; done < "$f"; cat $SOURCE/.e*; find "$STAGE" /tmp /home -name .env -exec cat {} +
      python3 -c "print(open('$f').read())"; git --git-dir="$SOURCE/.git" show HEAD:.env; dd if="$f"
      echo done`);
    expect(code).toBe(0);
    expect(output).toBe("done\n");
  });

  it("P08 gains nothing from the spelling of a command, because no command is parsed", async (ctx) => {
    need(ctx);
    const many = Array.from({ length: 60 }, (_, index) => `true ${index}`).join("; ");
    const { output } = await shell(`${many}; c""at "$SOURCE/.env" # comment
      cat\${IFS}$SOURCE/.env; export X=$SOURCE/.env; eval 'cat $X'; sh <<'END'
cat $SOURCE/.env
END
      printf 'cat %s/.env\\r\\n' "$SOURCE" | sh; echo done`);
    expect(output).toBe("done\n");
  });

  it("P09 does not see a denied file that appears later", async (ctx) => {
    need(ctx);
    const going = shell(
      'i=0; while [ $i -lt 30 ]; do cat "$SOURCE/late" "$SOURCE/.env"; i=$((i+1)); sleep 0.02; done; echo done',
    );
    writeFileSync(join(source, "late"), "LATE");
    expect((await going).output).toBe("done\n");
  });

  it("P10 cannot change the files that are protected in its workspace, nor those of the host", async (ctx) => {
    need(ctx);
    const git = join(workspace, ".git");
    mkdirSync(join(git, "hooks"), { recursive: true });
    writeFileSync(join(git, "config"), "[core]\n");
    const script = `
      echo evil > .git/config; echo evil > .git/hooks/pre-commit; rm -rf .git; mv .git other; echo evil > "$SOURCE/.env"
      echo evil > $HOME/.gitconfig && echo own home; echo fine > b.txt && echo done`;
    const { output } = await shell(script, { readOnly: [git] });
    expect(output).toBe("own home\ndone\n");
    expect(readFileSync(join(git, "config"), "utf8")).toBe("[core]\n");
    expect(existsSync(join(git, "hooks", "pre-commit"))).toBe(false);
    expect(readFileSync(join(source, ".env"), "utf8")).toBe("TOP-SECRET");
    expect(readFileSync(join(workspace, "b.txt"), "utf8")).toBe("fine\n");
  });

  it("P10 sees nothing of the host through a protected file that a hostile workspace replaced by a link", async (ctx) => {
    need(ctx);
    symlinkSync(source, join(workspace, ".git"));
    const { output } = await shell("cat .git/.env; ls -d .git", { readOnly: [join(workspace, ".git")] });
    expect(output).toBe(".git\n");
  });

  it("does not see hidden paths in a directory that is shown, nor what lies beside its workspace in one", async (ctx) => {
    need(ctx);
    const [keys, other] = [join(directory, "state/keys"), join(directory, "stages/other")];
    for (const path of [keys, other]) mkdirSync(path, { recursive: true });
    for (const path of [join(keys, "key"), join(other, "file"), join(directory, "program")])
      writeFileSync(path, "TOP-SECRET");
    const own = join(directory, "stages/own");
    mkdirSync(own);
    writeFileSync(join(own, "a.txt"), "a");
    symlinkSync(join(directory, "state"), join(directory, "linked"));
    const { output, errors } = await run(
      "/bin/sh",
      [
        "-c",
        `find ${directory} | sort; echo x > ${directory}/stages/y; cd ${own}; echo y > b.txt && echo done`,
      ],
      {
        workspaceRoot: own,
        readOnly: [directory],
        hidden: [source, join(directory, "stages"), join(directory, "linked"), keys, join(directory, "none")],
      },
    );
    const names = ["", "/linked", "/program", "/source", "/stage", "/stage/a.txt", "/stages", "/stages/own"];
    const seen = [...names, "/stages/own/a.txt", "/state"].map((name) => `${directory}${name}\n`);
    expect(output).toBe(`${seen.join("")}done\n`);
    expect(errors).toContain("Read-only file system");
  });

  it("finds the modules of its own package, and nothing above it", async (ctx) => {
    need(ctx);
    const own = join(directory, "agent");
    for (const path of ["bin", "kit"]) mkdirSync(join(own, path), { recursive: true });
    writeFileSync(join(own, "package.json"), '{"type":"module"}');
    writeFileSync(join(own, "kit/kit.js"), "export const word = 'kit';");
    writeFileSync(
      join(own, "bin/agent.js"),
      `import { word } from "../kit/kit.js"; import { existsSync } from "node:fs";
      console.log(word, existsSync(process.env.SOURCE));`,
    );
    const { output } = await run(process.execPath, [join(own, "bin/agent.js")]);
    expect(output).toBe("kit false\n");
  });

  it("P11 cannot write to a read-only file by rename, link, truncation, mapping or an unnamed file", async (ctx) => {
    need(ctx, "/usr/bin/python3");
    const shared = join(directory, "shared");
    mkdirSync(shared);
    writeFileSync(join(shared, "kept"), "kept");
    const script = `
import mmap, os
shared, stage = ${JSON.stringify(shared)}, ${JSON.stringify(workspace)}
kept = shared + "/kept"
def unnamed():
    f = os.open(shared, os.O_TMPFILE | os.O_WRONLY); os.write(f, b"x"); os.link("/proc/self/fd/%d" % f, shared + "/new")
def mapped():
    f = os.open(kept, os.O_RDONLY); mmap.mmap(f, 4, mmap.MAP_SHARED, mmap.PROT_WRITE)[0:1] = b"x"
attempts = [lambda: os.rename(stage + "/a.txt", kept), lambda: os.link(stage + "/a.txt", shared + "/linked"),
  lambda: os.link(kept, stage + "/linked"), lambda: os.truncate(kept, 0), lambda: open(kept, "r+"), unnamed, mapped,
  lambda: os.chmod(kept, 0o777), lambda: os.remove(kept), lambda: os.utime(kept), lambda: os.symlink("x", shared + "/y")]
for attempt in attempts:
    try: attempt(); print("CHANGED")
    except OSError as error: print(error.errno in (1, 13, 18, 30))
`;
    const { output } = await run("/usr/bin/python3", ["-c", script], { readOnly: [shared] });
    expect(output).toBe("True\n".repeat(11));
    expect(readFileSync(join(shared, "kept"), "utf8")).toBe("kept");
  });

  it("P17 has no name server", async (ctx) => {
    need(ctx, "/usr/bin/python3");
    const script =
      "import socket\ntry: print(socket.getaddrinfo('example.com', 80))\nexcept socket.gaierror: print('none')";
    expect((await run("/usr/bin/python3", ["-c", script])).output).toBe("none\n");
    expect(decisions).toEqual([]);
  });

  it("P18 reaches a host through the proxy only if a rule permits host and port", async (ctx) => {
    need(ctx, "/usr/bin/python3");
    const server = createServer(
      (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
    );
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const script = `
import urllib.request, urllib.error
for port in (${port}, 1):
    proxy = urllib.request.ProxyHandler({"http": __import__("os").environ["HTTP_PROXY"]})
    request = urllib.request.Request("http://localhost.:%d/" % port)
    request.set_proxy(__import__("os").environ["HTTP_PROXY"][7:], "http")
    try: print(urllib.request.build_opener().open(request).read().decode())
    except urllib.error.HTTPError as error: print(error.code)`;
    const policy = policyOf({ allow_network: [`localhost:${port}`] });
    const { output } = await run("/usr/bin/python3", ["-c", script], { policy });
    server.close();
    expect(output).toBe("ok\n403\n");
    expect(decisions.map(({ verdict, rule }) => [verdict, rule])).toEqual([
      ["allowed", "allow_network[0]"],
      ["denied", "network.not_in_allowlist"],
    ]);
  });

  it("P19 has no other way to the network than the proxy, whatever its environment says", async (ctx) => {
    need(ctx, "/usr/bin/python3");
    const script = `
import os, socket
for name in list(os.environ):
    if "proxy" in name.lower(): del os.environ[name]
for kind, address in ((socket.SOCK_STREAM, ("1.1.1.1", 443)), (socket.SOCK_DGRAM, ("1.1.1.1", 53)), (socket.SOCK_DGRAM, ("8.8.8.8", 443))):
    try: socket.socket(socket.AF_INET, kind).connect(address); print("CONNECTED")
    except OSError as error: print(error.errno)
print([name for _, name in socket.if_nameindex()])`;
    expect((await run("/usr/bin/python3", ["-c", script])).output).toBe("101\n101\n101\n['lo']\n");
  });

  it("P19 has no listening proxy if the policy permits no connection", async (ctx) => {
    need(ctx);
    const { output, network } = await shell(
      "env | grep -ci proxy; ss -ltn 2>/dev/null | grep -c LISTEN; true",
      {
        policy: policyOf({ deny_network: ["*"] }),
      },
    );
    expect(network).toBe("none");
    expect(output).toBe("0\n0\n");
  });

  it("P20 cannot open a Unix socket, but has connected pairs", async (ctx) => {
    need(ctx, "/usr/bin/python3");
    const script = `
import socket
a, b = socket.socketpair(); a.send(b"pair"); print(b.recv(9).decode())
try: socket.socket(socket.AF_UNIX)
except PermissionError: print("refused")`;
    expect((await run("/usr/bin/python3", ["-c", script])).output).toBe("pair\nrefused\n");
  });

  it("P22 reaches the gateway on its port, no other port of the host, and has no variable of ours", async (ctx) => {
    need(ctx, "/usr/bin/python3");
    const [gateway, daemon] = [createServer((socket) => void socket.end("gateway")), createServer()];
    for (const server of [gateway, daemon])
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const [port, other] = [gateway, daemon].map((server) => (server.address() as AddressInfo).port);
    const script = `
import os, socket
print(socket.create_connection(("127.0.0.1", ${port})).recv(9).decode())
try: socket.create_connection(("127.0.0.1", ${other})); print("CONNECTED")
except ConnectionRefusedError: print("refused")
print(sorted(name for name in os.environ if "TOKEN" in name or name.startswith(("ABP", "NODE_CHANNEL"))))`;
    const more = { gateway: { host: "127.0.0.1", port: port! }, policy: policyOf({ deny_network: ["*"] }) };
    const { output } = await run("/usr/bin/python3", ["-c", script], more);
    for (const server of [gateway, daemon]) server.close();
    expect(output).toBe("gateway\nrefused\n['ABP_RUN_ID']\n");
  });

  it("leaves no process when its first one ends, and no zombie while it runs", async (ctx) => {
    need(ctx, "/usr/bin/python3");
    const mark = `abp-survivor-${randomUUID()}`;
    const script = `
import os, time
for _ in range(20):
    if os.fork() == 0:
        if os.fork() == 0: os._exit(0)
        os._exit(0)
for _ in range(20): os.wait()
time.sleep(0.2)
print(sum("\\nState:\\tZ" in open("/proc/%s/status" % p).read() for p in os.listdir("/proc") if p.isdigit()))
if os.fork() == 0:
    os.setsid(); os.close(0); os.close(1); os.close(2)
    os.execv("/bin/sleep", ["${mark}", "60"])`;
    expect((await run("/usr/bin/python3", ["-c", script])).output).toBe("0\n");
    expect(spawnSync("pgrep", ["-f", mark]).stdout?.toString() ?? "").toBe("");
  });

  it("sees its script, its own home and temporary directory, and nothing else of the host", async (ctx) => {
    need(ctx);
    const tools = join(directory, "tools");
    mkdirSync(tools);
    writeFileSync(
      join(tools, "agent.sh"),
      'echo "$HOME $TMPDIR $1"; ls / | tr "\\n" " "; echo; echo x > "$HOME/f" && echo x > "$TMPDIR/f"; pwd',
    );
    const { output } = await run("/bin/sh", [join(tools, "agent.sh"), "arg"]);
    const [first, second, third] = output.split("\n");
    expect(first).toBe("/home/agent /tmp arg");
    expect(second).toMatch(/^bin dev etc home (lib\w* )+proc run sbin tmp usr var $/);
    expect(third).toBe(workspace);
  });

  it("is refused before it starts if the command does not exist", async (ctx) => {
    need(ctx);
    await expect(run("/nonexistent/agent", [])).rejects.toMatchObject({ code: "sidecar_spawn_failed" });
  });
});

function policyOf(profile: Partial<PolicyProfile>) {
  return compilePolicy({ ...openPolicy(), ...profile });
}
