/**
 * The first program inside a sandbox. It opens the listening sockets, sends them to the process that started it, closes
 * inherited descriptors, and becomes the real program, with the environment that it receives.
 *
 * Node runs this file inside under another name and without a build step, so it holds plain JavaScript and imports only
 * modules of Node. Its arguments: the addresses to listen on as JSON, the command, and the command's own arguments.
 */
import { accessSync, closeSync, constants, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";

const [addresses = "[]", command = "", ...args] = process.argv.slice(2);
const CANNOT_EXECUTE = 126;
const CLOSE_ON_EXEC = 0o2000000;
const FIRST_INHERITED = 3;
const CONNECTION_CHECK_MS = 200;

const fail = (problem = "", reason = "") => {
  process.stderr.write(`sandbox: ${problem}: ${reason}\n`, () => process.exit(CANNOT_EXECUTE));
};

/** Descriptors that somebody further up forgot to close would lead out of the sandbox. */
const closeInherited = () => {
  for (const name of readdirSync("/proc/self/fd")) {
    const descriptor = Number(name);
    if (descriptor < FIRST_INHERITED) continue;
    try {
      const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, "utf8"));
      if (flags !== null && (Number.parseInt(`${flags[1]}`, 8) & CLOSE_ON_EXEC) === 0) closeSync(descriptor);
    } catch (error) {
      // The descriptor that lists this directory is gone by now.
      if (!`${error}`.includes("ENOENT")) throw error;
    }
  }
};

process.once("message", (message) => {
  const { env } = Object.assign({ env: {} }, message);
  const { NODE_CHANNEL_FD, NODE_CHANNEL_SERIALIZATION_MODE, ...inherited } = process.env;
  try {
    // A failed execve ends Node with a stack trace.
    accessSync(command, constants.X_OK);
    closeInherited();
    process.execve?.(command, [command, ...args], { ...inherited, ...env });
  } catch (error) {
    fail(`${command} cannot be started`, `${error}`);
  }
});
process.once("disconnect", () => process.exit(CANNOT_EXECUTE));
// While a socket waits for its receiver, Node reports no disconnect. The timer ends with this program: execve drops it.
setInterval(() => process.connected || process.exit(CANNOT_EXECUTE), CONNECTION_CHECK_MS);

for (const [index, { host, port }] of JSON.parse(addresses).entries()) {
  await new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => fail(`cannot listen on ${host}:${port}`, `${error}`));
    server.listen(port, host, () => process.send?.({ listener: index }, server, {}, resolve));
  });
}
process.send?.({ ready: true });
