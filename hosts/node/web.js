import http from "node:http";
import https from "node:https";

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1024 * 1024;

/** The text at a URL, at most 1 MiB of it. Uses the proxy of HTTP_PROXY and HTTPS_PROXY. */
export function fetchText(url, signal) {
  const secure = new URL(url).protocol === "https:";
  const transport = secure ? https : http;
  const agent = new transport.Agent({ proxyEnv: process.env });
  return new Promise((resolve, reject) => {
    const request = transport.get(url, { agent, signal, timeout: TIMEOUT_MS }, (response) => {
      const chunks = [];
      let bytes = 0;
      response.on("data", (chunk) => {
        if (bytes < MAX_BYTES) chunks.push(chunk.subarray(0, MAX_BYTES - bytes));
        bytes += chunk.length;
      });
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode < 400) resolve(Buffer.concat(chunks).toString());
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    request.on("timeout", () => request.destroy(new Error(`${url} did not answer in time`)));
    request.on("error", reject);
  });
}
