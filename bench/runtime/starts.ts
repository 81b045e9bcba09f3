import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BackendRegistry, buildWorkOrder, runStreaming } from "../../src/index.ts";
import { openBenchLog } from "./run-log.ts";

const orderId = "00000000-0000-4000-8000-000000000003";
const writer = join(import.meta.dirname, "event-writer.ts");

/** From the start of a run to its first event, with a sidecar that sends one at once, beside starting Node alone. */
export async function measureStarts(runs: number): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), "abp-bench-starts-"));
  try {
    const workspace = join(directory, "workspace");
    mkdirSync(workspace);
    writeFileSync(join(workspace, "README.md"), "# A small workspace\n");
    const { store, log } = await openBenchLog(directory);
    const entry = { type: "sidecar", command: process.execPath, args: [writer, "1"] } as const;
    const backend = new BackendRegistry({ writer: entry }).find("writer");
    const firstEvent = async (sandbox: "off" | "L3"): Promise<number> => {
      const startedAt = performance.now();
      const handle = runStreaming(backend, buildWorkOrder(orderId, "x", { workspace: { root: workspace } }), {
        software: { name: "bench", version: "0" },
        log,
        workspaceDir: join(directory, "stages"),
        runsDir: join(directory, "runs"),
        sandbox,
      });
      let took = Number.NaN;
      for await (const event of handle.events) {
        if (event.type === "error") break;
        if (Number.isNaN(took)) took = performance.now() - startedAt;
      }
      await handle.receipt;
      return took;
    };
    const bare: number[] = [];
    const plain: number[] = [];
    const confined: number[] = [];
    await firstEvent("L3");
    for (let run = 0; run < runs; run += 1) {
      bare.push(await startNode());
      plain.push(await firstEvent("off"));
      confined.push(await firstEvent("L3"));
    }
    await store.close();
    return [
      `Start of a run to its first event (median of ${runs}, store durable, small staged workspace)`,
      `  node alone, to its first line      ${middle(bare)} ms`,
      `  run without sandbox                ${middle(plain)} ms`,
      `  run at L3                          ${middle(confined)} ms${middle(confined) === "NaN" ? " (L3 is not reached here)" : ""}`,
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function startNode(): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [writer, "0"], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const took = performance.now() - startedAt;
  child.stdin.end();
  await once(child, "exit");
  return took;
}

function middle(numbers: readonly number[]): string {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)]!.toFixed(0);
}
