import { randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, type TestContext } from "vitest";
import { type AgentEvent, buildWorkOrder } from "../../src/contract/index.ts";
import { allowedEnvironment } from "../../src/process/index.ts";
import { checkSidecar, startSidecar, type ToolRequest } from "../../src/sidecar/index.ts";

const repository = resolve(import.meta.dirname, "../..");
const python = "/usr/bin/python3";
const hosts = [
  ["python", python, join(repository, "hosts/python/host.py")],
  ["node", process.execPath, join(repository, "hosts/node/host.js")],
] as const;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "abp-example-sidecar-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function needPython(ctx: TestContext, name: string): void {
  if (name === "python" && !existsSync(python)) ctx.skip("needs /usr/bin/python3");
}

/** Runs a task on an example. `denies` decides which tools are refused. */
async function run(
  command: string,
  file: string,
  task: string,
  denies: (request: ToolRequest) => boolean = () => false,
  env: Record<string, string> = {},
) {
  const plan = {
    command,
    args: [file],
    env: allowedEnvironment(process.env, [], { NO_PROXY: "*" }),
    cwd: root,
    mark: randomUUID(),
  };
  const sidecar = await startSidecar(plan, { helloTimeoutMs: 30_000 }, new AbortController().signal);
  const requests: ToolRequest[] = [];
  const events: AgentEvent[] = [];
  try {
    const batches = sidecar.run({
      runId: randomUUID(),
      workOrder: buildWorkOrder(randomUUID(), task, { workspace: { root }, config: { env } }),
      signal: new AbortController().signal,
      mode: "mapped",
      now: () => new Date(),
      onToolRequest: async (request) => {
        requests.push(request);
        return { verdict: denies(request) ? "deny" : "allow", reason: "by the test" };
      },
    });
    for (;;) {
      const next = await batches.next();
      if (next.done) return { claim: next.value, events, requests };
      events.push(...next.value);
    }
  } finally {
    await sidecar.close();
  }
}

describe.for(hosts)("the %s example", ([name, command, file]) => {
  const at = (path: string) => join(root, path);

  it("passes the check without a warning", async (ctx) => {
    needPython(ctx, name);
    const report = await checkSidecar({
      command,
      args: [file],
      env: allowedEnvironment(process.env, [], {}),
      cwd: root,
      signal: new AbortController().signal,
    });
    expect(report.results.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
  });

  it("edits, adds, renames and deletes files, a binary, a link and a mode among them", async (ctx) => {
    needPython(ctx, name);
    writeFileSync(at("old.txt"), "one two\n");
    writeFileSync(at("gone.txt"), "x");
    mkdirSync(at("folder/deep"), { recursive: true });
    const task = [
      "# a comment",
      "Some words",
      "replace old.txt two three",
      "append old.txt four",
      'write "new file.txt" "no line feed"',
      "write deep/er/new.txt a b",
      "write-base64 data.bin AAH//g==",
      'rename "new file.txt" moved/file.txt',
      "copy old.txt copy.txt",
      "chmod 750 copy.txt",
      "symlink copy.txt link",
      "mkdir made",
      "delete gone.txt",
      "delete folder",
    ].join("\n");
    const { claim, events, requests } = await run(command, file, task);
    expect(claim).toMatchObject({
      outcome: "complete",
      harnessOk: true,
      usage: { request_units: 12, output_tokens: 12, estimated_cost_usd: 0 },
      usageRaw: { operations: 12, denied: 0, failed: 0 },
    });
    expect(readFileSync(at("old.txt"), "utf8")).toBe("one three\nfour\n");
    expect(readFileSync(at("moved/file.txt"), "utf8")).toBe("no line feed");
    expect(readFileSync(at("deep/er/new.txt"), "utf8")).toBe("a b\n");
    expect([...readFileSync(at("data.bin"))]).toEqual([0, 1, 255, 254]);
    expect([readlinkSync(at("link")), lstatSync(at("copy.txt")).mode & 0o777]).toEqual(["copy.txt", 0o750]);
    expect(readdirSync(root).sort()).toEqual([
      "copy.txt",
      "data.bin",
      "deep",
      "link",
      "made",
      "moved",
      "old.txt",
    ]);
    expect(requests.map(({ toolName }) => toolName)).toEqual([
      ..."Edit Write Write Write Write Edit Read Write Edit Write Write Edit Edit".split(" "),
    ]);
    const kinds = new Set(events.map(({ type }) => type));
    for (const kind of ["tool_call", "tool_result", "file_changed", "assistant_message"] as const) {
      expect(kinds).toContain(kind);
    }
  });

  it("runs commands with the variables of the order, reads files, and goes on after a failure", async (ctx) => {
    needPython(ctx, name);
    writeFileSync(at("a.txt"), "content");
    const task = 'read a.txt\nrun echo "$WORD" && pwd && exit 3\nrun echo fine\nwrite lonely\nread absent';
    const { claim, events } = await run(command, file, task, undefined, { WORD: "given" });
    expect(claim).toMatchObject({ outcome: "partial", usageRaw: { operations: 5, denied: 0, failed: 3 } });
    const commands = events.filter(({ type }) => type === "command_executed");
    expect(commands).toMatchObject([
      { exit_code: 3, output_preview: `given\n${root}\n` },
      { exit_code: 0, output_preview: "fine\n" },
    ]);
    expect(events).toContainEqual(expect.objectContaining({ type: "assistant_message", text: "content" }));
  });

  it("uses no tool that is denied, and says so", async (ctx) => {
    needPython(ctx, name);
    const denies = ({ toolName }: ToolRequest) => toolName !== "Read";
    writeFileSync(at("a.txt"), "a");
    const task = "write b.txt x\ncopy a.txt c.txt\ndelete a.txt\nrun touch d.txt\nsay end";
    const { claim, events } = await run(command, file, task, denies);
    expect(claim).toMatchObject({ outcome: "partial", usageRaw: { operations: 5, denied: 4, failed: 0 } });
    expect(readdirSync(root)).toEqual(["a.txt"]);
    expect(events.filter(({ type }) => type === "tool_call")).toMatchObject([{ tool_name: "Read" }]);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "tool_result",
        is_error: true,
        output: { denied: true, reason: "by the test" },
      }),
    );
  });

  it("repeats a task without operations, and fails a run on request", async (ctx) => {
    needPython(ctx, name);
    const echoed = await run(command, file, "Fix the build,\nplease.");
    expect(echoed.events).toContainEqual(
      expect.objectContaining({ type: "assistant_message", text: "Fix the build,\nplease." }),
    );
    expect(echoed.claim.outcome).toBe("complete");
    await expect(run(command, file, "fail on purpose")).rejects.toMatchObject({ code: "sidecar_fatal" });
    await expect(run(command, file, "exit 7")).rejects.toMatchObject({
      code: "sidecar_exited_without_final",
    });
  });

  it("fetches a URL", async (ctx) => {
    needPython(ctx, name);
    const server = createServer((request, response) => {
      response.writeHead(request.url === "/missing" ? 404 : 200).end(`seen ${request.url}`);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { claim, events } = await run(command, file, `fetch ${url}/page\nfetch ${url}/missing`);
      expect(events).toContainEqual(
        expect.objectContaining({ type: "assistant_message", text: "seen /page" }),
      );
      expect(claim.usageRaw).toMatchObject({ operations: 2, failed: 1 });
    } finally {
      server.close();
    }
  });
});

it("the node example runs from an installed package, which has only the built kit", async () => {
  cpSync(join(repository, "hosts"), join(root, "hosts"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  const kit = join(repository, "src/sidecar/kit");
  mkdirSync(join(root, "dist/sidecar/kit"), { recursive: true });
  for (const file of readdirSync(kit).filter((one) => one.endsWith(".ts") && !one.endsWith(".test.ts"))) {
    const code = stripTypeScriptTypes(readFileSync(join(kit, file), "utf8")).replaceAll('.ts"', '.js"');
    writeFileSync(join(root, "dist/sidecar/kit", file.replace(/ts$/, "js")), code);
  }
  const { claim } = await run(process.execPath, join(root, "hosts/node/host.js"), "say hi");
  expect(claim.outcome).toBe("complete");
});
