import type { Members, StateCodec } from "../../dialects/index.ts";
import type { KeptResponse, ResponseStore } from "../../storage/index.ts";
import { addCallIds } from "../headers/call-ids.ts";
import type { FollowedResponse } from "../kept-content/event-follower.ts";
import type { CallRequest } from "../request/call-request.ts";
import type { BackgroundWork } from "./background-calls.ts";

/** The events that answer a streamed call which is worked on in the background. */
export function backgroundStream(
  { dialect }: CallRequest,
  state: StateCodec,
  responses: Pick<ResponseStore, "find" | "readEvents">,
  { id, runId, done }: BackgroundWork,
): FollowedResponse {
  let isOver = false;
  void done.then(() => {
    isOver = true;
  });
  const find = async (): Promise<KeptResponse | undefined> => {
    const wasOver = isOver;
    const found = await responses.find(id);
    if (found?.isPending !== true || !wasOver) return found;
    // The store could not take the end, so this stream says it.
    const failure = { status: 500, message: "the end of the response could not be stored" };
    return { ...found, isPending: false, body: state.writeFailed(found.body as Members, failure) };
  };
  return { id, dialect, state, responses, find, from: 0, headers: addCallIds([], dialect, runId) };
}
