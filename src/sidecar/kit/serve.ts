import type { SidecarDefinition } from "./definition.ts";
import { type FrameSink, FrameWriter } from "./frame-writer.ts";
import { errorText } from "./frames.ts";
import { InputLines } from "./input-lines.ts";
import { SidecarServer } from "./sidecar-server.ts";

/**
 * Serves the sidecar protocol on the standard streams of this process, and ends the process when the backplane closes standard
 * input and the active run has ended. Standard output belongs to the protocol: what else the program writes there, with
 * `console.log` for example, goes to standard error. An error that nothing catches fails the active run and ends the process.
 * Before an end, `close` of the definition ends what the sidecar keeps.
 *
 * @example
 * import { serveSidecar } from "agent-backplane/sidecar";
 * serveSidecar({
 *   identity: { id: "echo" },
 *   capabilities: {},
 *   run: async ({ workOrder, message }) => message(workOrder.task),
 * });
 */
export function serveSidecar(definition: SidecarDefinition): void {
  const note = (text: string) => void process.stderr.write(`${definition.identity.id}: ${text}\n`);
  const writer = new FrameWriter(takeStandardOutput());
  const server = new SidecarServer({ definition, writer, note, now: () => new Date() });
  const close = async () => {
    try {
      await definition.close?.();
    } catch (error) {
      note(errorText(error));
    }
  };
  const exit = (code: number) => void Promise.all([writer.flush(), close()]).then(() => process.exit(code));
  const crash = (error: unknown) => {
    note(error instanceof Error ? (error.stack ?? error.message) : errorText(error));
    server.crash(error);
    exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  if (definition.close !== undefined) {
    process.once("SIGTERM", () => void close().then(() => process.kill(process.pid, "SIGTERM")));
  }
  // Nothing reads the output any more, so there is no work left.
  process.stdout.on("error", () => process.exit(1));
  process.stderr.on("error", () => undefined);
  server.start();
  const lines = new InputLines((line) => server.receive(line));
  const end = () => {
    lines.end();
    void server.inputEnded().then(() => exit(0));
  };
  process.stdin.on("data", (chunk: Buffer) => lines.push(chunk));
  process.stdin.once("end", end);
  process.stdin.once("error", end);
}

function takeStandardOutput(): FrameSink {
  const { stdout, stderr } = process;
  const sink: FrameSink = {
    write: stdout.write.bind(stdout) as FrameSink["write"],
    once: stdout.once.bind(stdout),
  };
  stdout.write = stderr.write.bind(stderr);
  return sink;
}
