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

  it("is read as it was written", () => {
    const envelope = signEnvelope(Buffer.from('{"a":1}'), createSigningKey(Buffer.alloc(32, 1)));
    expect(parseEnvelope(formatEnvelope(envelope))).toEqual(envelope);
    const [signature] = envelope.signatures;
    const bare = { ...envelope, signatures: [{ keyId: undefined, bytes: signature!.bytes }] };
    expect(parseEnvelope(formatEnvelope(bare))).toEqual(bare);
  });
});
