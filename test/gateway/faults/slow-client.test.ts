import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../eventually.ts";
import { asChunk, beginStream, type UpstreamExchange } from "./raw-upstream.ts";
import { callTo, type SpeechName, speeches } from "./speech.ts";
import { openStack, pause, type Stack } from "./stack.ts";

const QUEUE_LIMIT = 64 * 1024;
const STALL_SECONDS = 2;
/** Far more than the kernel's buffers of four sockets hold. */
const OFFERED = 64 * 1024 * 1024;

/** Stands once in every delta, and nowhere else. */
const LETTER = "\u007e";

/** What the upstream wrote. */
interface Poured {
  bytes: number;
  letters: number;
  isOver: boolean;
}

/** Writes deltas for as long as the connection takes them, and counts what it took. */
function pour(exchange: UpstreamExchange, engine: SpeechName, poured: Poured): void {
  const { events, beforeEnd } = speeches[engine];
  beginStream(exchange);
  exchange.socket.write(asChunk(events.slice(0, beforeEnd).join("")));
  const delta = asChunk(events[beforeEnd - 1]!.replace(" there", `${LETTER}${"x".repeat(4095)}`));
  const fill = (): void => {
    while (!exchange.socket.destroyed && poured.bytes < OFFERED) {
      poured.bytes += delta.length;
      poured.letters += 1;
      if (!exchange.socket.write(delta)) return;
    }
  };
  exchange.socket.on("drain", fill);
  void exchange.closed.then(() => {
    poured.isOver = true;
  });
  fill();
}

describe("G20: a caller that does not read", () => {
  let stack: Stack;
  let poured = { bytes: 0, letters: 0, isOver: false };
  const sockets: Socket[] = [];
  beforeAll(async () => {
    stack = await openStack((exchange) => pour(exchange, "claude", poured), {
      gateway: { stall_timeout_secs: STALL_SECONDS },
    });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await stack.close();
  });

  /** Sends a call and reads nothing of its answer. */
  const stall = (caller: SpeechName): Socket => {
    const { path, headers, body } = callTo(caller, "claude", true);
    const lines = headers.map((value, at) => (at % 2 === 0 ? `${value}: ` : `${value}\r\n`)).join("");
    const socket = connect({ port: Number(new URL(stack.baseUrl).port), host: "127.0.0.1" });
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.pause();
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines}\r\n${body}`,
    );
    return socket;
  };

  it.each([
    ["its own dialect", "claude"],
    ["another dialect", "openai"],
  ] as const)(
    "gets at most 64 KiB queued, the upstream is paused, and it is closed in time: %s",
    async (_, caller) => {
      poured = { bytes: 0, letters: 0, isOver: false };
      const mine = poured;
      const begun = stack.served.length;
      stall(caller);
      await until(() => stack.served.length > begun);
      const { sink } = stack.served.at(-1)!;
      let most = 0;
      let before = -1;
      // Until the upstream can write no more: all buffers on the way are full.
      while (before !== mine.bytes || mine.bytes === 0) {
        before = mine.bytes;
        for (let sample = 0; sample < 15; sample += 1) {
          most = Math.max(most, sink.queuedBytes ?? 0);
          await pause(10);
        }
      }
      expect(mine.isOver).toBe(false);
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThanOrEqual(QUEUE_LIMIT);
      expect(mine.bytes).toBeLessThan(OFFERED / 2);
      console.info(
        `${caller}: ${most} bytes queued; the upstream wrote ${mine.bytes} into all buffers on the way`,
      );
      await until(() => mine.isOver);
      const receipt = (await stack.receipts()).at(-1)!;
      expect(receipt.termination).toMatchObject({ code: "client_stalled", reason: "cancelled" });
      expect(receipt.outcome).toBe("partial");
    },
  );

  it("but reads on in time gets everything that the upstream wrote", async () => {
    poured = { bytes: 0, letters: 0, isOver: false };
    const mine = poured;
    const begun = stack.served.length;
    const socket = stall("claude");
    await until(() => stack.served.length > begun && mine.bytes > 0);
    await pause(300);
    // The transfer may be cut into other pieces on its way, so what counts is the letters of the deltas.
    let received = 0;
    socket.on("data", (chunk) => {
      for (let at = chunk.indexOf(LETTER); at !== -1; at = chunk.indexOf(LETTER, at + 1)) received += 1;
    });
    socket.resume();
    await until(() => mine.bytes >= OFFERED && received >= mine.letters);
    socket.destroy();
    await until(() => mine.isOver);
    expect(received).toBe(mine.letters);
  });
});
