/** Whether the answer depends on a member that only this API has: what its vendor keeps is part of the question. */
export function binds(member: string, _value: unknown): boolean {
  return member === "conversation" || member === "prompt";
}

/** Whether sealed reasoning has the shape of OpenAI's: a Fernet token, whose first byte is its version, 0x80. */
export function issued(proof: string): boolean {
  return /^gAAAA[\w-]{16}/.test(proof);
}
