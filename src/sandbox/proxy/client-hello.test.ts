import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { connect } from "node:tls";
import { beforeAll, describe, expect, it } from "vitest";
import { readClientHello } from "./client-hello.ts";

/** The first bytes that a TLS client sends. */
async function helloOf(servername: string): Promise<Buffer> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect({ host: "127.0.0.1", port, servername });
  client.on("error", () => undefined);
  const [socket] = (await once(server, "connection")) as [Socket];
  const [bytes] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  client.destroy();
  server.close();
  return bytes;
}

let hello: Buffer;
beforeAll(async () => {
  hello = await helloOf("example.test");
});

/** The same handshake in records of `size` bytes. */
function fragment(bytes: Buffer, size: number): Buffer {
  const message = bytes.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += size) {
    const part = message.subarray(at, at + size);
    records.push(Buffer.from([0x16, 3, 1, part.length >> 8, part.length & 255]), part);
  }
  return Buffer.concat(records);
}

describe("the start of TLS", () => {
  it("names the server", () => {
    expect(readClientHello(hello)).toEqual({ kind: "hello", serverName: "example.test" });
  });

  it("may name none", async () => {
    expect(readClientHello(await helloOf(""))).toEqual({ kind: "hello", serverName: undefined });
  });

  it("is read from any number of records", () => {
    for (const size of [1, 2, 3, 4, 7, 100]) {
      expect(readClientHello(fragment(hello, size))).toEqual({ kind: "hello", serverName: "example.test" });
    }
  });

  it("is incomplete until its last byte", () => {
    for (let length = 0; length < hello.length; length += 1) {
      expect(readClientHello(hello.subarray(0, length)).kind).toBe("incomplete");
    }
    const split = fragment(hello, 50);
    for (let length = 0; length < split.length; length += 1) {
      expect(readClientHello(split.subarray(0, length)).kind).toBe("incomplete");
    }
  });

  it("is malformed with another type, version or length", () => {
    const change = (at: number, value: number) => {
      const bytes = Buffer.from(hello);
      bytes[at] = value;
      return readClientHello(bytes).kind;
    };
    expect(change(0, 0x17)).toBe("malformed");
    expect(change(1, 2)).toBe("malformed");
    expect(change(5, 2)).toBe("malformed");
    expect(change(6, 0xff)).toBe("malformed");
    // The length of the session id, so that every later member is read at the wrong place.
    expect(change(5 + 4 + 34, 0xff)).toBe("malformed");
    expect(readClientHello(Buffer.from([0x16, 3, 1, 0, 0])).kind).toBe("malformed");
  });

  it("never throws, whatever byte is changed", () => {
    for (let at = 0; at < hello.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const bytes = Buffer.from(hello);
        bytes[at] = value;
        expect(["hello", "malformed", "incomplete"]).toContain(readClientHello(bytes).kind);
      }
    }
  });

  it("is malformed with two names", () => {
    const name = Buffer.from(`000c000a000007${Buffer.from("a.teste").toString("hex")}`, "hex");
    const extension = Buffer.concat([Buffer.from([0, 0]), name]);
    const extensions = Buffer.concat([extension, extension]);
    const body = (all: Buffer) =>
      Buffer.concat([
        Buffer.alloc(34),
        Buffer.from([0, 0, 2, 0, 1, 1, 0]),
        Buffer.from([0, all.length]),
        all,
      ]);
    const wrap = (all: Buffer) => {
      const content = body(all);
      const message = Buffer.concat([Buffer.from([1, 0, 0, content.length]), content]);
      return Buffer.concat([Buffer.from([0x16, 3, 3, 0, message.length]), message]);
    };
    expect(readClientHello(wrap(extension))).toEqual({ kind: "hello", serverName: "a.teste" });
    expect(readClientHello(wrap(extensions)).kind).toBe("malformed");
  });
});
