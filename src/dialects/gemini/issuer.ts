/** Whether the answer depends on a member that only this API has: cached content is part of the question. */
export function binds(member: string, _value: unknown): boolean {
  return member === "cachedContent" || member === "cached_content";
}

// Read off real signatures of Gemini 2.5 and 3, in hexadecimal: up to three layers of one message each, with their
// lengths, around bytes that begin with 1.
const SIGNATURE =
  /^(?:12(?:[89a-f]\w)*[0-7]\w)?(?:0a(?:[89a-f]\w)*[0-7]\w)?(?:080212(?:[89a-f]\w)*[0-7]\w)?01/;

/** Whether a signature has the shape of Google's. */
export function issued(proof: string): boolean {
  return proof.length >= 40 && SIGNATURE.test(Buffer.from(proof.slice(0, 32), "base64").toString("hex"));
}
