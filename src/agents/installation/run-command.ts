import { spawn } from "node:child_process";
import type { RunCommand } from "./install.ts";

const MAX_OUTPUT_BYTES = 64 * 1024;

/** Runs a command without input. Keeps the end of its output, and ends it after its time. */
export const runCommand: RunCommand = ({ command, args, cwd, home, timeoutMs }) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, HOME: home },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    let output = Buffer.alloc(0);
    const keep = (chunk: Buffer) => {
      output = Buffer.concat([output, chunk]).subarray(-MAX_OUTPUT_BYTES);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, output: output.toString("utf8") }));
  });
