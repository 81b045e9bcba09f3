import { spawn } from "node:child_process";

const PREVIEW_BYTES = 2048;

/** Runs a command of the shell in the workspace. Ends its process group when the run is cancelled. */
export async function runCommand(work, command) {
  const { emit, signal, workOrder } = work.context;
  const child = spawn(command, {
    shell: true,
    cwd: work.root,
    env: { ...process.env, ...workOrder.config.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let preview = Buffer.alloc(0);
  const collect = (chunk) => {
    if (preview.length < PREVIEW_BYTES) preview = Buffer.concat([preview, chunk]).subarray(0, PREVIEW_BYTES);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const end = () => process.kill(-child.pid, "SIGKILL");
  signal.addEventListener("abort", end, { once: true });
  try {
    const exitCode = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    signal.throwIfAborted();
    const output = preview.toString();
    await emit({ type: "command_executed", command, exit_code: exitCode, output_preview: output });
    if (exitCode !== 0) throw new Error(`exit code ${exitCode}: ${output}`);
    return output;
  } finally {
    signal.removeEventListener("abort", end);
  }
}
