import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "./commands.ts";
import { useMachine } from "./fixtures/console.ts";

const machine = useMachine();
const RUN = "01900000-0000-7000-8000-000000000001";

/** Every command with arguments that reach its work, and whether it reads the configuration, which names the store and the stages. */
const calls: Readonly<Record<string, { readonly argv: readonly string[]; readonly reads: boolean }>> = {
  acp: { argv: ["acp"], reads: true },
  "agents list": { argv: ["agents", "list"], reads: false },
  "agents install": { argv: ["agents", "install", "none"], reads: false },
  apply: { argv: ["apply", RUN], reads: true },
  compare: { argv: ["compare", "--task", "x", "-b", "mock"], reads: true },
  completion: { argv: ["completion", "bash"], reads: false },
  complete: { argv: ["complete", "--", "r"], reads: false },
  "config check": { argv: ["config", "check"], reads: true },
  "config show": { argv: ["config", "show"], reads: true },
  "config diff": { argv: ["config", "diff", "a.toml", "b.toml"], reads: false },
  "config trust": { argv: ["config", "trust"], reads: false },
  "config untrust": { argv: ["config", "untrust"], reads: false },
  translate: { argv: ["translate", "request.json", "--from", "openai", "--to", "claude"], reads: true },
  explain: { argv: ["explain", "request.json", "--engine", "sim-claude"], reads: true },
  detect: { argv: ["detect", "request.json"], reads: false },
  register: { argv: ["register"], reads: false },
  validate: { argv: ["validate", "request.json"], reads: false },
  schema: { argv: ["schema"], reads: false },
  inspect: { argv: ["inspect", "request.json"], reads: false },
  env: { argv: ["env", "claude"], reads: true },
  exec: { argv: ["exec", "--", "true"], reads: true },
  up: { argv: ["up", "--port", "x"], reads: true },
  engines: { argv: ["engines"], reads: true },
  call: { argv: ["call", "hi"], reads: true },
  keys: { argv: ["keys"], reads: false },
  "key new": { argv: ["key", "new", "ci"], reads: true },
  "key list": { argv: ["key", "list"], reads: true },
  "key set": { argv: ["key", "set", "ci"], reads: true },
  "key revoke": { argv: ["key", "revoke", "ci"], reads: true },
  "receipt keys list": { argv: ["receipt", "keys", "list"], reads: true },
  "receipt keys create": { argv: ["receipt", "keys", "create"], reads: true },
  "receipt keys rotate": { argv: ["receipt", "keys", "rotate"], reads: true },
  "receipt keys revoke": { argv: ["receipt", "keys", "revoke", "x"], reads: true },
  "receipt keys export": { argv: ["receipt", "keys", "export"], reads: true },
  negotiate: { argv: ["negotiate", "-b", "mock", "-r", "streaming"], reads: true },
  "receipt verify": { argv: ["receipt", "verify", "request.json"], reads: true },
  "receipt diff": { argv: ["receipt", "diff", "request.json", "request.json"], reads: false },
  "receipt prove": { argv: ["receipt", "prove", "1"], reads: true },
  "receipt log": { argv: ["receipt", "log"], reads: true },
  run: { argv: ["run", "--task", "hi"], reads: true },
  runs: { argv: ["runs"], reads: true },
  logs: { argv: ["logs", RUN], reads: true },
  cancel: { argv: ["cancel", RUN], reads: true },
  approve: { argv: ["approve"], reads: true },
  backends: { argv: ["backends", "mock"], reads: true },
  help: { argv: ["help"], reads: false },
  version: { argv: ["version"], reads: false },
  "sidecar check": { argv: ["sidecar", "check", "--", "false"], reads: false },
};

describe("the stage of a run whose process was killed", () => {
  it("is looked for by every command of the table", () => {
    expect(Object.keys(calls).sort()).toEqual(commands.map(({ path }) => path.join(" ")).sort());
  });

  // An editor drives it on the standard input of the process; the tests of signals start it.
  const tried = Object.entries(calls).filter(([name]) => name !== "acp");
  it.each(tried)("meets `abp %s`", async (_, { argv, reads }) => {
    machine.env["PATH"] = process.env["PATH"];
    const stages = join(machine.root, "stages");
    machine.env["ABP_WORKSPACE_DIR"] = stages;
    mkdirSync(join(stages, RUN), { recursive: true, mode: 0o700 });
    const dead = {
      run_id: RUN,
      pid: 2 ** 22 + 1,
      start_time: "1",
      boot_id: "an earlier one",
      pid_namespace: "",
    };
    writeFileSync(join(stages, RUN, "owner.json"), JSON.stringify(dead));
    writeFileSync(
      join(machine.root, "request.json"),
      '{"model":"m","messages":[{"role":"user","content":"hi"}]}',
    );
    await machine.run(argv);
    expect(existsSync(join(stages, RUN))).toBe(!reads);
  });
});
