import { describe, expect, it } from "vitest";
import { formatEnvelope, parseEnvelope, signEnvelope } from "./envelope.ts";
import { encodePae } from "./pae.ts";
import { createSigningKey } from "./signing-key.ts";

describe("an envelope", () => {
  it("signs the encoding of the DSSE specification", () => {
    const encode = (type: string, body: string) => Buffer.from(encodePae(type, Buffer.from(body))).toString();
    expect(encode("http://example.com/HelloWorld", "hello world")).toBe(
      "DSSEv1 29 http://example.com/HelloWorld 11 hello world",
    );
    expect(encode("application/vnd.exämple+json", "")).toBe("DSSEv1 29 application/vnd.exämple+json 0 ");
  });

  it("makes the signature of the DSSE test vectors", () => {
    // "single-signature" of the DSSE repository's vectors: the key is test 1 of RFC 8032.
    const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
    const body = Buffer.from("eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ==", "base64");
    const signature = createSigningKey(seed).sign(encodePae("application/vnd.in-toto+json", body));
    expect(Buffer.from(signature).toString("base64")).toBe(
      "2WAfaHm5jluo0w+0rk8uVkluELJYWjSmU9x7EUzx+AyteDGJ4/nqyJXfmAUVFIAoQafWm7AxBZNw5M9ixNHiCA==",
    );
  });

  it.each([
    ["[]", "it is not an object"],
    ["null", "it is not an object"],
    ["7", "it is not an object"],
    ['{"payload":7,"payloadType":"t","signatures":[{"sig":"AA=="}]}', "its payload is not Base64"],
    ['{"payload":"!","payloadType":"t","signatures":[{"sig":"AA=="}]}', "its payload is not Base64"],
    ['{"payload":"AA==","signatures":[{"sig":"AA=="}]}', "its payloadType is not a string"],
    ['{"payload":"AA==","payloadType":"t"}', "it has no signatures"],
    ['{"payload":"AA==","payloadType":"t","signatures":[]}', "it has no signatures"],
    ['{"payload":"AA==","payloadType":"t","signatures":[7]}', "a signature is not an object"],
    ['{"payload":"AA==","payloadType":"t","signatures":[{"sig":"!"}]}', "a sig is not Base64"],
    [
      '{"payload":"AA==","payloadType":"t","signatures":[{"keyid":7,"sig":"AA=="}]}',
      "a keyid is not a string",
    ],
  ])("is refused as %s: %s", (text, complaint) => {
    expect(() => parseEnvelope(text)).toThrow(
      expect.objectContaining({
        code: "receipt_envelope_malformed",
        where: "envelope",
        message: `this is no DSSE envelope: ${complaint}`,
      }),
    );
  });

  it("takes up to 64 signatures, and an empty or null keyid for none", () => {
    const signed = (count: number) =>
      JSON.stringify({
        payload: "AA==",
        payloadType: "t",
        signatures: Array(count).fill({ sig: "AA==", keyid: "" }),
      });
    expect(parseEnvelope(signed(64)).signatures[0]?.keyId).toBeUndefined();
    expect(() => parseEnvelope(signed(65))).toThrow("it has more than 64 signatures");
    const nulled = '{"payload":"AA==","payloadType":"t","signatures":[{"keyid":null,"sig":"AA=="}]}';
    expect(parseEnvelope(nulled).signatures[0]?.keyId).toBeUndefined();
  });

  it("is refused for text that is no JSON, and for text after it", () => {
    expect(() => parseEnvelope("{")).toThrow(expect.objectContaining({ code: "receipt_envelope_malformed" }));
    expect(() => parseEnvelope("{} {}")).toThrow(
      expect.objectContaining({ code: "receipt_trailing_bytes", where: "envelope" }),
    );
  });

  it("is read as it was written", () => {
    const envelope = signEnvelope(Buffer.from('{"a":1}'), createSigningKey(Buffer.alloc(32, 1)));
    expect(parseEnvelope(formatEnvelope(envelope))).toEqual(envelope);
    const [signature] = envelope.signatures;
    const bare = { ...envelope, signatures: [{ keyId: undefined, bytes: signature!.bytes }] };
    expect(parseEnvelope(formatEnvelope(bare))).toEqual(bare);
  });
});
