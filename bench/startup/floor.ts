/** The least server of Node: reads each body and answers with a short text. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const ANSWER = JSON.stringify({ choices: [{ message: { role: "assistant", content: "floor" } }] });
const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    const length = Buffer.concat(chunks).length;
    outgoing.setHeader("x-read", length);
    outgoing.end(ANSWER);
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`listening 127.0.0.1:${(server.address() as AddressInfo).port}`);
});
