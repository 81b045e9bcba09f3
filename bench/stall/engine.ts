/** A process that plays all engines: it reads a request and answers it at once. Prints its port. */
import { createServer } from "node:http";
import { pictureAnswer, pictureStream, shortAnswer } from "./engine-answers.ts";

const PICTURE_BYTES = 30 * 1024 * 1024;
/** Below the longest event that is read. */
const STREAMED_BYTES = 15 * 1024 * 1024;
const JSON_HEAD = { "content-type": "application/json" };
const STREAM_HEAD = { "content-type": "text/event-stream" };

// Each answer is made once, so that this process takes no time from the daemon.
const made = new Map<string, Buffer>();
function answer(path: string): readonly [Record<string, string>, Buffer] {
  const isStream = path.startsWith("/stream");
  let body = made.get(path);
  if (body === undefined) {
    if (isStream) body = Buffer.from(pictureStream(path, STREAMED_BYTES));
    else if (path.startsWith("/picture"))
      body = Buffer.from(JSON.stringify(pictureAnswer(path, PICTURE_BYTES)));
    else body = Buffer.from(JSON.stringify(shortAnswer(path)));
    made.set(path, body);
  }
  return [isStream ? STREAM_HEAD : JSON_HEAD, body];
}

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    const [head, body] = answer(request.url ?? "/");
    response.writeHead(200, head);
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(String(address.port));
});
