import { spawn } from "node:child_process";

const MAX_MESSAGE = 2000;

export interface ToolResult {
  readonly isDone: boolean;
  /** The end of what the program said. */
  readonly message: string;
}

/** Runs a small program of the system, such as `mount`. Descriptors become 3, 4, … of the program. Never rejects. */
export function runTool(
  command: string,
  args: readonly string[],
  descriptors: readonly number[] = [],
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ["ignore", "ignore", "pipe", ...descriptors],
      env: { LC_ALL: "C", PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    });
    let message = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      message = `${message}${chunk.toString("latin1")}`.slice(-MAX_MESSAGE);
    });
    child.on("error", (error) => resolve({ isDone: false, message: error.message }));
    child.on("close", (code) => resolve({ isDone: code === 0, message: message.trim() }));
  });
}
