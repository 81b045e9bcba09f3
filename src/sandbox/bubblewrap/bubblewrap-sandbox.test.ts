import type { ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import {
  chmodSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPolicy, type PolicyDecisionRecord } from "../../contract/index.ts";
import { compilePolicy } from "../../policy/index.ts";
import type { StartPlan } from "../../process/index.ts";
import type { SandboxRequest } from "../sandbox.ts";
import { BubblewrapSandbox } from "./bubblewrap-sandbox.ts";
import { isolations } from "./isolation.ts";
import { generatedFiles } from "./system-files.ts";

let root: string;
let work: string;
let decisions: PolicyDecisionRecord[];
const sandboxes: BubblewrapSandbox[] = [];
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-bubblewrap-")));
  work = join(root, "work");
  mkdirSync(work);
  decisions = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const sandbox of sandboxes.splice(0)) await sandbox.close();
  rmSync(root, { recursive: true, force: true });
});

const setup = {
  bwrap: "/opt/bwrap",
  isolation: { ...isolations(false)[0]!, uid: 11, gid: 12 },
  seccomp: Buffer.from("filter"),
  selfTest: [{ probe: "one", held: true }],
};

function open(more: Partial<SandboxRequest> = {}, network: "proxy" | "none" = "proxy"): BubblewrapSandbox {
  const request: SandboxRequest = {
    level: "L3",
    workspaceRoot: work,
    program: { command: "/bin/sh", args: [], cwd: work },
    readOnly: [],
    policy: compilePolicy({ ...openPolicy(), deny_network: ["bad.test"] }),
    onDecision: (record) => decisions.push(record),
    now: () => new Date(7),
    ...more,
  };
  const sandbox = new BubblewrapSandbox(setup, request, network);
  sandboxes.push(sandbox);
  return sandbox;
}

const planOf = (more: Partial<StartPlan> = {}): StartPlan => ({
  command: "/bin/sh",
  args: ["-c", "true"],
  env: { A: "1", HOME: "/root", HTTP_PROXY: "http://other" },
  cwd: work,
  mark: "m",
  ...more,
});

class FakeChild extends EventEmitter {
  connected = true;
  readonly sent: unknown[] = [];
  send(message: unknown): void {
    this.sent.push(message);
  }
}

function start({ onStarted }: StartPlan): FakeChild {
  const child = new FakeChild();
  onStarted!(child as unknown as ChildProcess);
  return child;
}

const wordAfter = (args: readonly string[], option: string) => args[args.indexOf(option) + 1];
const isOpen = (descriptor: number) => {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
};
/** The paths of the test that a plan shows inside. */
const shown = ({ args }: StartPlan) =>
  args.flatMap((word, index) =>
    ["--ro-bind", "--bind", "--tmpfs"].includes(word)
      ? [args[index + (word === "--tmpfs" ? 1 : 2)]!].filter((path) => path.startsWith(root))
      : [],
  );

describe("a sandbox of bubblewrap", () => {
  it("says what it is", () => {
    const { level, reason, network, selfTest } = open({}, "none");
    expect({ level, reason, network, selfTest }).toEqual({
      level: "L3",
      reason: undefined,
      network: "none",
      selfTest: setup.selfTest,
    });
  });

  it("starts bwrap with the launcher, which becomes the program", () => {
    const plan = planOf({ limits: { processes: 5 } });
    const wrapped = open().wrap(plan);
    const { command, args, env, cwd, channel, mark, limits } = wrapped;
    expect({ command, env, cwd, channel, mark, limits }).toEqual({
      command: "/opt/bwrap",
      env: {},
      cwd: "/",
      channel: true,
      mark: "m",
      limits: { processes: 5 },
    });
    expect(args.slice(args.lastIndexOf("--"))).toEqual([
      "--",
      "/run/abp/node",
      "--no-warnings",
      "--max-old-space-size=64",
      "/run/abp/launcher.mjs",
      JSON.stringify([{ host: "127.0.0.1", port: 3128 }]),
      "/bin/sh",
      "-c",
      "true",
    ]);
    expect(args[args.indexOf("/run/abp/node") - 1]).toBe(process.execPath);
    expect(args[args.indexOf("/run/abp/launcher.mjs") - 1]).toMatch(/\/sandbox\/launch\/launcher\.[jt]s$/);
    expect([wordAfter(args, "--chdir"), wordAfter(args, "--uid"), wordAfter(args, "--seccomp")]).toEqual([
      work,
      "1000",
      "3",
    ]);
  });

  it("finds the program in the search path of its plan", () => {
    const { args } = open().wrap(planOf({ command: "sh", env: { PATH: "/nonexistent:/bin" } }));
    expect(args).toContain("/bin/sh");
  });

  it("gives bwrap the filter and the files of the sandbox as descriptors, in the order of its options", () => {
    const { descriptors, args } = open().wrap(planOf());
    const files = [...generatedFiles("/home/agent", 11, 12)];
    expect(descriptors!.map((descriptor) => readFileSync(descriptor, "utf8"))).toEqual([
      "filter",
      ...files.map(([, content]) => content),
    ]);
    const given = args.flatMap((word, index) =>
      word === "--ro-bind-data" ? [args.slice(index + 1, index + 3)] : [],
    );
    expect(given).toEqual(files.map(([path], index) => [String(4 + index), path]));
  });

  it("closes the descriptors of a program that has started, and those of all others at its end", async () => {
    const sandbox = open();
    const [first, second] = [sandbox.wrap(planOf()), sandbox.wrap(planOf())];
    expect([...first.descriptors!, ...second.descriptors!].every(isOpen)).toBe(true);
    start(first);
    expect(first.descriptors!.some(isOpen)).toBe(false);
    expect(second.descriptors!.every(isOpen)).toBe(true);
    await sandbox.close();
    expect(second.descriptors!.some(isOpen)).toBe(false);
    await sandbox.close();
    start(second);
  });

  it("tells the launcher the environment when it is ready, and the caller that the program has started", () => {
    const onStarted = vi.fn();
    const child = start(open().wrap(planOf({ onStarted })));
    expect(onStarted).toHaveBeenCalledExactlyOnceWith(child);
    child.emit("message", { ready: true });
    expect(child.sent).toEqual([
      {
        env: expect.objectContaining({
          A: "1",
          HOME: "/home/agent",
          TMPDIR: "/tmp",
          NODE_DISABLE_COMPILE_CACHE: "1",
          HTTP_PROXY: "http://127.0.0.1:3128",
        }),
      },
    ]);
  });

  it("has no proxy if no connection is permitted", () => {
    const wrapped = open({ gateway: { host: "127.0.0.1", port: 8080 } }, "none").wrap(planOf());
    expect(wrapped.args).toContain("[]");
    const child = start(wrapped);
    child.emit("message", { ready: true });
    expect(child.sent).toEqual([
      {
        env: {
          A: "1",
          HOME: "/home/agent",
          TMPDIR: "/tmp",
          NODE_DISABLE_COMPILE_CACHE: "1",
          HTTP_PROXY: "http://other",
        },
      },
    ]);
  });

  it("moves the proxy away from the port of the gateway", () => {
    const wrapped = open({ gateway: { host: "127.0.0.1", port: 3128 } }).wrap(planOf());
    expect(wrapped.args).toContain(
      JSON.stringify([
        { host: "127.0.0.1", port: 3129 },
        { host: "127.0.0.1", port: 3128 },
      ]),
    );
    const child = start(wrapped);
    child.emit("message", { ready: true });
    expect(child.sent).toMatchObject([{ env: { HTTP_PROXY: "http://127.0.0.1:3129" } }]);
  });

  it("P18 serves the listening socket of the launcher by its policy and limits, until it is closed", async () => {
    const sandbox = open({ maxNetworkBytes: 10 });
    const child = start(sandbox.wrap(planOf()));
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    child.emit("message", { listener: 0 }, server);
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    socket.write("CONNECT bad.test:80 HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(String(await once(socket, "data"))).toContain("403");
    expect(decisions).toMatchObject([{ subject: "bad.test:80", ts: "1970-01-01T00:00:00.007Z" }]);
    await sandbox.close();
    expect(server.listening).toBe(false);
    socket.destroy();
  });

  it("P22 lets the program reach the gateway, and counts its bytes", async () => {
    const gateway = createServer((socket) => void socket.end("x".repeat(11)));
    gateway.listen(0, "127.0.0.1");
    await once(gateway, "listening");
    const address = { host: "127.0.0.1", port: (gateway.address() as AddressInfo).port };
    const sandbox = open({ gateway: address, maxNetworkBytes: 10 });
    const child = start(sandbox.wrap(planOf()));
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    child.emit("message", { listener: 1 }, server);
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").resume();
    socket.on("error", () => undefined);
    await once(socket, "close");
    gateway.close();
    expect(decisions).toMatchObject([{ rule: "network.byte_budget" }]);
  });

  it("starts in the wanted directory if it exists inside, else in the workspace", () => {
    mkdirSync(join(work, "deep"));
    mkdirSync(join(root, "other"));
    const sandbox = open();
    const directories = [join(work, "deep"), "/usr/lib", join(root, "other"), "/home"];
    expect(directories.map((cwd) => wordAfter(sandbox.wrap(planOf({ cwd })).args, "--chdir"))).toEqual([
      join(work, "deep"),
      "/usr/lib",
      work,
      work,
    ]);
  });

  it("throws if the command cannot be started on the host either", () => {
    expect(() => open().wrap(planOf({ command: "/nonexistent/agent" }))).toThrow(
      expect.objectContaining({
        code: "sidecar_spawn_failed",
        details: { command: "/nonexistent/agent", errno: "ENOENT" },
      }),
    );
  });
});

describe("the files that a sandbox shows", () => {
  function program(name: string): string {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "\x7fELF");
    chmodSync(path, 0o755);
    return path;
  }

  it("are the workspace, the program, and what the request names, without what it hides", () => {
    const command = program("tool/bin/agent");
    for (const name of ["data/keys", "tool/keys"]) mkdirSync(join(root, name), { recursive: true });
    const request = { program: { command, args: [], cwd: work }, readOnly: [join(root, "data")] };
    const names = (more: Partial<SandboxRequest>) =>
      shown(open({ ...request, ...more }).wrap(planOf())).map((path) => path.slice(root.length + 1));
    expect(names({})).toEqual(["tool", "data", "work"]);
    const hidden = [join(root, "data/keys"), join(root, "tool/keys")];
    expect(names({ hidden })).toEqual(["data", "tool/bin/agent", "work", "data/keys"]);
  });

  it("are found by the search path and the home of this process", () => {
    program("me/bin/agent");
    vi.stubEnv("PATH", join(root, "me/bin"));
    const names = () =>
      shown(open({ program: { command: "agent", args: [], cwd: work } }).wrap(planOf())).map((path) =>
        path.slice(root.length + 1),
      );
    expect(names()).toEqual(["me", "work"]);
    vi.stubEnv("HOME", join(root, "me"));
    expect(names()).toEqual(["work", "me/bin/agent"].sort());
    vi.stubEnv("PATH", undefined);
    expect(names()).toEqual(["work"]);
  });
});
