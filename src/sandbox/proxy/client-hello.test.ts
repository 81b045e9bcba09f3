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
        readClientHello(bytes);
      }
    }
  });
});

/** `bytes` after their length in so many bytes. */
function sized(lengthBytes: number, ...bytes: (number | Buffer)[]): Buffer {
  const content = Buffer.concat(bytes.map((part) => (typeof part === "number" ? Buffer.from([part]) : part)));
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(content.length, 0, lengthBytes);
  return Buffer.concat([length, content]);
}

const nameOf = (text: string) => Buffer.concat([Buffer.from([0]), sized(2, Buffer.from(text))]);
const extension = (type: number, content: Buffer) =>
  Buffer.concat([Buffer.from([0, type]), sized(2, content)]);
const named = (...names: Buffer[]) => extension(0, sized(2, ...names));
const start = Buffer.concat([Buffer.alloc(34), sized(1, 7, 7), sized(2, 1, 1), sized(1, 0)]);
const messageOf = (...parts: Buffer[]) => Buffer.concat([Buffer.from([1]), sized(3, start, ...parts)]);
const record = (message: Buffer) => Buffer.concat([Buffer.from([0x16, 3, 3]), sized(2, message)]);
const read = (...parts: Buffer[]) => readClientHello(record(messageOf(...parts)));

describe("the members of a ClientHello", () => {
  it("may end before the extensions, and may have none", () => {
    expect(read()).toEqual({ kind: "hello", serverName: undefined });
    expect(read(sized(2))).toEqual({ kind: "hello", serverName: undefined });
    expect(read(sized(2, extension(5, Buffer.from("x"))))).toEqual({ kind: "hello", serverName: undefined });
  });

  it("hold the name before, between or after other extensions", () => {
    const other = extension(5, Buffer.from([0, 1]));
    for (const all of [
      [named(nameOf("a.test"))],
      [other, named(nameOf("a.test"))],
      [named(nameOf("a.test")), other],
    ])
      expect(read(sized(2, ...all))).toEqual({ kind: "hello", serverName: "a.test" });
  });

  it.each([
    ["two extensions for names", sized(2, named(nameOf("a")), named(nameOf("a")))],
    [
      "two extensions for names, the first of which is empty",
      sized(2, named(nameOf("")), named(nameOf("a"))),
    ],
    ["two names", sized(2, named(nameOf("a"), nameOf("b")))],
    ["no name", sized(2, named())],
    ["a name of another type", sized(2, named(Buffer.from([1, 0, 1, 0x61])))],
    [
      "bytes after the names",
      sized(2, extension(0, Buffer.concat([sized(2, nameOf("a")), Buffer.from([0])]))),
    ],
    ["bytes after the extensions", Buffer.concat([sized(2, named(nameOf("a"))), Buffer.from([0])])],
    ["an extension that is longer than all", sized(2, Buffer.from([0, 5, 0, 9, 1]))],
    ["one byte in place of extensions", Buffer.from([0])],
  ])("are malformed with %s", (_, extensions) => {
    expect(read(extensions)).toEqual({ kind: "malformed" });
  });

  it("are read no further than the message says", () => {
    const message = messageOf(sized(2, named(nameOf("a.test"))));
    const more = Buffer.from([1, 0, 0, 0]);
    const expected = { kind: "hello", serverName: "a.test" };
    expect(readClientHello(record(Buffer.concat([message, more])))).toEqual(expected);
    expect(readClientHello(Buffer.concat([record(message), Buffer.from([0x17])]))).toEqual(expected);
  });

  it("may have 64 KiB together, and no more", () => {
    const begun = (bytes: number) => {
      const message = Buffer.from([1, 0, 0, 0]);
      message.writeUIntBE(bytes - 4, 1, 3);
      return readClientHello(record(message)).kind;
    };
    expect([begun(65_536), begun(65_537)]).toEqual(["incomplete", "malformed"]);
  });

  it("are malformed with a record of another type or version behind the first", () => {
    const message = messageOf();
    for (const header of [
      [0x17, 3],
      [0x16, 2],
    ]) {
      const first = record(message.subarray(0, 10));
      const second = Buffer.concat([Buffer.from([...header, 3]), sized(2, message.subarray(10))]);
      expect(readClientHello(Buffer.concat([first, second]))).toEqual({ kind: "malformed" });
    }
  });
});
