import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { Socket } from "node:net";
import { promisify } from "node:util";

/** Makes named pipes that only this user can open. Throws if the program `mkfifo` is missing. */
export async function makePipes(paths: readonly string[]): Promise<void> {
  await promisify(execFile)("mkfifo", ["-m", "600", ...paths]);
}

/**
 * Opens a named pipe without waiting for its other end. The file is open for both directions, so that it never ends by itself;
 * the socket uses one of them, so that it does not read what it wrote.
 */
export async function openPipe(path: string, use: "read" | "write"): Promise<Socket> {
  const handle = await open(path, constants.O_RDWR | constants.O_NONBLOCK);
  const pipe = new Socket({ fd: handle.fd, readable: use === "read", writable: use === "write" });
  // The handle closes its file when it is collected, so the pipe keeps it.
  pipe.once("close", () => void handle.close().catch(() => undefined));
  return pipe;
}
