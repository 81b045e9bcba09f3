/** A process that plays an engine whose streams never end and are never short of bytes. Prints its port. */
import { createServer } from "node:http";

const START =
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}\n\n' +
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n';
const EVENT = `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${"x".repeat(200)}"}}\n\n`;
const CHUNK = Buffer.from(EVENT.repeat(16));

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(START);
    const fill = () => {
      while (!response.destroyed && response.write(CHUNK));
    };
    response.on("drain", fill);
    fill();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(String(address.port));
});
