/**
 * Runs a work order with the library, as a user of it does, and kills its own process at a step. Arguments: the file of the
 * library, that of the configuration, step, milliseconds after its beginning, backend, sandbox, workspace, its mode, task.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { RunnerConfig } from "./runner-config.ts";

const [library = "", file = "", step, afterMs, backend = "", sandbox, root = "", mode, task = ""] =
  process.argv.slice(2);
const config = JSON.parse(readFileSync(file, "utf8")) as RunnerConfig;
const { BackendRegistry, buildWorkOrder, openRunLog, openStore, runStreaming } = (await import(
  library
)) as typeof import("../../../src/index.ts");
const kill = () => process.kill(process.pid, "SIGKILL");

const store = await openStore(config);
try {
  const registered = new BackendRegistry(config.backends).find(backend);
  const order = buildWorkOrder(randomUUID(), task, {
    workspace: { root, mode: mode as "staged" | "pass_through" },
  });
  const { result } = runStreaming(registered, order, {
    software: { name: "run-crash", version: "0" },
    log: await openRunLog(store, config, config.tenant),
    workspaceDir: config.workspaceDir,
    runsDir: config.runsDir,
    sandbox: sandbox as "auto" | "off",
    onStep: (name) => {
      if (name !== step) return;
      if (Number(afterMs) === 0) kill();
      else setTimeout(kill, Number(afterMs));
    },
  });
  const { error } = await result;
  if (error !== undefined) throw error;
} finally {
  await store.close();
}
