/**
 * A vendor that keeps nothing: it hashes uploads, and sends downloads of the size that the path names. Prints its port, then
 * nothing. Run as a process of its own, so that its memory does not count.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { patternBytes } from "./pattern.ts";

const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of request) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: "file-bench", object: "file", bytes, sha256: hash.digest("hex") }));
    return;
  }
  const bytes = Number(/file-(\d+)/.exec(request.url ?? "")?.[1] ?? 0);
  response.writeHead(200, { "content-type": "application/octet-stream", "content-length": bytes });
  for (const chunk of patternBytes(bytes)) {
    if (!response.write(chunk)) await new Promise((resolve) => response.once("drain", resolve));
  }
  response.end();
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
