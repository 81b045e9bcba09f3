import { APPROVAL_TIMEOUT_MS } from "../../policy/index.ts";
import type { User, UserQuestion } from "./user.ts";

/** Puts a question to the user. Undefined if there is no answer in time, or the run ends before. Never rejects. */
export async function askUser(
  user: User,
  question: UserQuestion,
  abandon: AbortSignal,
  timeoutMs = APPROVAL_TIMEOUT_MS,
): Promise<string | undefined> {
  const done = new AbortController();
  const timer = setTimeout(() => done.abort(), timeoutMs);
  const stop = () => done.abort();
  abandon.addEventListener("abort", stop, { once: true });
  if (abandon.aborted) stop();
  const ended = new Promise<undefined>((resolve) => {
    if (done.signal.aborted) resolve(undefined);
    else done.signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  // A user interface that fails gives no answer.
  const answer = Promise.resolve()
    .then(() => user.answer(question, done.signal))
    .catch(() => undefined);
  try {
    return await Promise.race([answer, ended]);
  } finally {
    clearTimeout(timer);
    abandon.removeEventListener("abort", stop);
    done.abort();
  }
}
