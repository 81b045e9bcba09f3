/** Whether the answer depends on a member of this API alone: stored conversations and prompts are part of the question. */
export function binds(member: string, _value: unknown): boolean {
  return member === "conversation" || member === "prompt";
}

/** Whether sealed reasoning has the shape of OpenAI's: a Fernet token. Its first byte is the version, 0x80. */
export function issued(proof: string): boolean {
  return /^gAAAA[\w-]{16}/.test(proof);
}
