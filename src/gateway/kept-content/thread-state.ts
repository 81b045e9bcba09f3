import { AbpError } from "../../contract/index.ts";
import type { Members, ThreadCodec } from "../../dialects/index.ts";
import type { ThreadStore } from "../../storage/index.ts";
import type { CallThread } from "../request/call-request.ts";

/**
 * The request with the earlier turns of its thread put in, and without its mention of the thread. Throws
 * `response_not_found` with the vendor's code if the thread is not kept: the vendor's SDKs then send the conversation again.
 */
export async function expandThread(
  codec: ThreadCodec,
  threads: Pick<ThreadStore, "find">,
  { previousId }: CallThread,
  request: Members,
): Promise<Members> {
  if (previousId === undefined) return codec.expand(request, undefined);
  const state = await threads.find(previousId);
  if (state !== undefined) return codec.expand(request, state);
  throw new AbpError("response_not_found", `no thread ends in the answer ${JSON.stringify(previousId)}`, {
    where: "$.thread",
    advice: 'Send the whole conversation with `thread: {"type": "create"}`.',
    details: { reason: "not_owned", vendor_code: codec.notFound },
  });
}

/** Keeps the thread under the id of its last answer. An answer without an id cannot be continued. */
export async function keepThread(
  codec: ThreadCodec,
  threads: Pick<ThreadStore, "keep">,
  { previousId }: CallThread,
  request: Members,
  answer: unknown,
): Promise<void> {
  const id = codec.idOf(answer);
  if (id !== undefined) await threads.keep(id, previousId, codec.stateOf(request, answer));
}
