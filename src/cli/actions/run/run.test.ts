import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { buildWorkOrder, openPolicy } from "../../../contract/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();

function path(name: string): string {
  return join(machine.root, name);
}

function json<T = Record<string, unknown>>(text: string): T {
  return JSON.parse(text) as T;
}

describe("abp run", () => {
  it.each([
    ["a flag", ["--task", "x", "--root", "missing"]],
    ["a flag on every backend", ["--task", "x", "--root", "missing", "--backend", "auto"]],
    ["a file", ["--task", "x", "--root", "order.json"]],
    ["a document", ["--work-order", "order.json"]],
  ])("refuses a workspace of %s that is no directory, before anything starts", async (_, flags) => {
    const id = "01890a5d-ac96-774b-bcce-b302099a8057";
    writeFileSync(
      path("order.json"),
      JSON.stringify(buildWorkOrder(id, "x", { workspace: { root: "missing" } })),
    );
    const { exit, out, error } = await machine.run(["run", ...flags]);
    expect([exit, out]).toEqual([1, ""]);
    expect(error).toMatch(/workspace_init_failed: \S+(missing|order\.json): The workspace cannot be opened/);
  });

  it("writes the answer to standard output and the summary to standard error, and logs the receipt", async () => {
    const { exit, out, error } = await machine.run(["run", "--task", "Say hello"]);
    expect(exit).toBe(0);
    expect(out).toContain("This is a mock backend.");
    expect(out).not.toMatch(/^(run|backend|outcome|receipt) /m);
    expect(error).toMatch(
      /receipt\s+VERIFIED: signed by [0-9a-f]{16}, number 0 of the log localhost\/abp\/default/,
    );
    expect(error).toContain("created signing key");
  });

  it("says what the private home of an agent leaves out, once", async () => {
    await machine.configure(
      `[backends.g]\ntype = "agent"\nagent = "gemini"\ncommand = ${JSON.stringify(process.execPath)}\n`,
    );
    const argv = ["run", "--task", "x", "--backend", "g", "--sandbox", "off"];
    const said = "Gemini CLI runs with a private home, which leaves out:";
    expect((await machine.run(argv)).error).toContain(said);
    expect((await machine.run(argv)).error).not.toContain(said);
  });

  it("refuses --fork without --resume before anything starts", async () => {
    const { exit, out, error } = await machine.run(["run", "--task", "x", "--fork"]);
    expect([exit, out]).toEqual([2, ""]);
    expect(error).toContain(
      "error usage_invalid: --fork: it needs --resume: there is no conversation to leave",
    );
    expect(error).toContain(
      "Name the run to continue with `--resume RUN`; `abp receipt log` lists the runs.",
    );
    expect(existsSync(path("home"))).toBe(false);
  });

  it("prints events and then the receipt as JSON lines", async () => {
    const { out } = await machine.run(["run", "--task", "x", "--json"]);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => json(line));
    expect(lines.slice(0, -1).map((event) => event["type"])).toEqual([
      "run_started",
      "assistant_message",
      "assistant_message",
      "run_completed",
    ]);
    expect(lines.at(-1)).toMatchObject({ outcome: "complete", hash_alg: "jcs-sha256", chain: { seq: 0 } });
  });

  it("writes receipt and events to files, and overwrites neither", async () => {
    const argv = ["run", "--task", "x", "--out", "r.json", "--events", "e.jsonl", "--no-log"];
    expect((await machine.run(argv)).exit).toBe(0);
    const receipt = readFileSync(path("r.json"), "utf8");
    expect(json(receipt)["receipt_sha256"]).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(path("e.jsonl"), "utf8").trim().split("\n")).toHaveLength(4);
    const again = await machine.run(argv);
    expect(again.exit).toBe(2);
    expect(again.error).toContain("output_exists: r.json: already exists");
    expect(readFileSync(path("r.json"), "utf8")).toBe(receipt);
  });

  it.each([
    [["--out", "there.json"], 2, "output_exists: there.json"],
    [["--events", "there.json"], 2, "output_exists: there.json"],
    [["--out", "no/such/r.json"], 1, "output_unwritable: no/such/r.json"],
    [["--events", "no/such/e.jsonl"], 1, "output_unwritable: no/such/e.jsonl"],
    [["--out", "same", "--events", "same"], 2, "output_exists: same"],
  ])("refuses %j before the run and changes nothing", async (flags, exit, text) => {
    writeFileSync(path("there.json"), "mine");
    const before = readdirSync(machine.root);
    const ended = await machine.run(["run", "--task", "x", ...flags]);
    expect([ended.exit, ended.out]).toEqual([exit, ""]);
    expect(ended.error).toContain(text);
    expect(readdirSync(machine.root)).toEqual(before);
    expect(readFileSync(path("there.json"), "utf8")).toBe("mine");
    // No store and no key was made, so no run can have begun.
    expect(existsSync(path("home"))).toBe(false);
  });

  it("leaves no file if the order is refused before it begins", async () => {
    const flags = ["--out", "r.json", "--events", "e.jsonl", "--policy", "p.json", "--no-log"];
    writeFileSync(path("p.json"), JSON.stringify({ ...openPolicy(), deny_read: ["["] }));
    expect((await machine.run(["run", "--task", "x", ...flags])).exit).toBe(4);
    expect(readdirSync(machine.root)).toEqual(["p.json"]);
  });

  it("refuses flags that a work order document settles, and takes limits beside it", async () => {
    const order = readFileSync(resolve(import.meta.dirname, "../../fixtures/work-order.json"), "utf8");
    const argv = ["run", "--work-order", "-", "--no-log", "--json"];
    const refused = await machine.run([...argv, "--root", "x"], { stdin: order });
    expect(refused.exit).toBe(2);
    expect(refused.error).toContain("--root");
    const taken = await machine.run([...argv, "--timeout", "60"], { stdin: order });
    expect(taken.exit).toBe(0);
  });

  it("refuses a level of enforcement that a backend without a process cannot reach", async () => {
    const { exit, error } = await machine.run(["run", "--task", "x", "--sandbox", "L3"]);
    expect(exit).toBe(4);
    expect(error).toContain("sandbox_level_unmet");
  });

  it("builds the work order from its flags", async () => {
    const flags = [
      "--model",
      "m",
      "--param",
      "claude.effort=high",
      "--param",
      "claude.n=2",
      "--env",
      "A=b=c",
    ];
    const { out } = await machine.run([
      "run",
      "-t",
      "x",
      "--json",
      "--no-log",
      ...flags,
      "--require",
      "ToolRead",
    ]);
    const receipt = json<{ negotiation: { findings: object[] } }>(out.trim().split("\n").at(-1)!);
    expect(receipt.negotiation.findings).toMatchObject([{ capability: "tool_read", outcome: "emulated" }]);
  });

  it.each([
    [["--require", "mcp_client:native"], 5, "capability_unsupported"],
    [["--require", "tool_raed"], 2, 'did you mean "tool_read"?'],
    [["--backend", "moch"], 6, 'did you mean "mock"?'],
    [["--param", "novalue"], 2, "is not KEY=VALUE"],
    [["--max-turns", "0"], 2, "--max-turns"],
    [["--timeout", "soon"], 2, "--timeout"],
    [["--work-order", "x.json"], 2, "either --task or --work-order"],
  ])("ends with the code of what is wrong: %j", async (flags, exit, text) => {
    const ended = await machine.run(["run", "--task", "x", ...flags]);
    expect(ended.exit).toBe(exit);
    expect(ended.error).toContain(text);
  });

  it("is interrupted with the signal's exit code, and a receipt says so", async () => {
    const { exit, out } = await machine.run(["run", "--task", "x", "--json"], {
      signal: AbortSignal.abort("SIGTERM"),
    });
    expect(exit).toBe(143);
    expect(json(out.trim().split("\n").at(-1)!)).toMatchObject({ termination: { reason: "cancelled" } });
  });

  it("reads a work order from standard input, and refuses one with a policy that does not compile", async () => {
    const order = json<Record<string, unknown>>(
      readFileSync(resolve(import.meta.dirname, "../../fixtures/work-order.json"), "utf8"),
    );
    const good = await machine.run(["run", "--work-order", "-", "--no-log"], {
      stdin: JSON.stringify(order),
    });
    expect(good.exit).toBe(0);
    const policy = { ...(order["policy"] as object), deny_read: ["a", "[", "{x"] };
    const bad = await machine.run(["run", "--work-order", "-"], {
      stdin: JSON.stringify({ ...order, policy }),
    });
    expect(bad.exit).toBe(4);
    expect(bad.error).toContain("policy.deny_read[1]");
    expect(bad.error).toContain("policy.deny_read[2]");
  });
});
