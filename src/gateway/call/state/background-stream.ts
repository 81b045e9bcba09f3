import type { StateCodec } from "../../../dialects/index.ts";
import type { ResponseStore } from "../../../storage/index.ts";
import { addCallIds } from "../../answer/request-id.ts";
import type { BackgroundWork } from "../../state/background-calls.ts";
import type { FollowedResponse } from "../../state/event-follower.ts";
import type { CallRequest } from "../call-request.ts";

/** The events that answer a streamed call which is worked on in the background. */
export function backgroundStream(
  { dialect }: CallRequest,
  state: StateCodec,
  responses: Pick<ResponseStore, "find" | "readEvents">,
  { id, runId }: BackgroundWork,
): FollowedResponse {
  const find = () => responses.find(id);
  return { id, dialect, state, responses, find, from: 0, headers: addCallIds([], dialect, runId) };
}
