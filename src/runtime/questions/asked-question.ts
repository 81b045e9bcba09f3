/** The longest question that is put to the user, in UTF-16 units. */
const MAX_LENGTH = 10_000;

const OPEN = "<question>";
const CLOSE = "</question>";

/** The question at the end of a message, between the tags that agents are asked to use; undefined if the message ends otherwise. */
export function findQuestion(message: string): string | undefined {
  const text = message.trimEnd();
  if (!text.endsWith(CLOSE)) return undefined;
  const start = text.lastIndexOf(OPEN);
  if (start === -1) return undefined;
  const question = text.slice(start + OPEN.length, -CLOSE.length).trim();
  return question === "" || question.length > MAX_LENGTH ? undefined : question;
}
