import type { StateCodec } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { OwnedContent } from "../../storage/index.ts";
import { checkEngineId, notOwned } from "../id-owners/engine-ids.ts";
import type { CallRequest } from "../request/call-request.ts";
import { keepsThreads } from "./keeping-rule.ts";
import { conversationNotFound } from "./not-found.ts";
import { expandState, findReferences } from "./response-state.ts";
import { expandThread } from "./thread-state.ts";

/** What a call continues, before it is sent. */
export interface PreparedState {
  /** Whether the request names ids that only its engine knows. */
  readonly bindsEngine: boolean;
  /** Whether the gateway reads the body to put in what it keeps, and serves background calls. */
  readonly isServedHere: boolean;
}

const PASSED: PreparedState = { bindsEngine: false, isServedHere: false };

/** Whether a call may continue something that is kept. */
export function hasState({ dialect: { state, threads }, body, scanned: { scan } }: CallRequest): boolean {
  if (state !== undefined) return body.length > 0;
  return (
    threads !== undefined && scan !== undefined && threads.members.some((name) => scan.members.has(name))
  );
}

/**
 * Finds what a request continues and checks that it is the caller's own. A body that an engine continues by itself is not
 * parsed. Throws `response_not_found` for ids that are not kept for the caller, and `validation_failed`.
 */
export async function prepareState(
  request: CallRequest,
  content: OwnedContent,
  engine: Engine,
): Promise<PreparedState> {
  const { state, threads } = request.dialect;
  if (state !== undefined) return prepareResponses(state, request, content, engine);
  const thread = threads === undefined ? undefined : threads.read(request.stateMembers);
  if (thread === undefined) return PASSED;
  if (!keepsThreads(request, engine))
    return { bindsEngine: thread.previousId !== undefined, isServedHere: false };
  request.thread = thread;
  return { bindsEngine: false, isServedHere: request.isReadableFor(engine) };
}

/** Puts what the gateway keeps into a request; resolves to whether there was something. Throws as `expandState`. */
export async function insertKept(
  request: CallRequest,
  content: OwnedContent,
  engine: Engine,
): Promise<boolean> {
  const { state, threads } = request.dialect;
  const { thread } = request;
  if (thread !== undefined && threads !== undefined) {
    request.expand(await expandThread(threads, content.threads, thread, request.value));
    return thread.previousId !== undefined;
  }
  const expanded = state === undefined ? undefined : await expandState(state, content, engine, request.value);
  if (expanded === undefined) return false;
  request.expand(expanded);
  return true;
}

async function prepareResponses(
  state: StateCodec,
  request: CallRequest,
  content: OwnedContent,
  engine: Engine,
): Promise<PreparedState> {
  const { caller } = request.admission;
  const members = request.stateMembers;
  const { references, isKeptHere, conversation } = await findReferences(state, content, members);
  const isSame = engine.dialect.id === request.dialect.id;
  if (isSame) {
    for (const { id, where } of references)
      await checkEngineId(content.engineResponses, engine, caller, id, where);
    if (engine.keepsResponses && !isKeptHere)
      return { bindsEngine: references.length > 0, isServedHere: false };
  } else if (references[0] !== undefined && !caller.isOnlyKey)
    throw notOwned(references[0].id, references[0].where);
  state.check(members);
  const asked = state.conversationOf(members);
  if (asked !== undefined && conversation === undefined) throw conversationNotFound(asked, "$.conversation");
  request.conversation = conversation;
  return { bindsEngine: references.length > 0, isServedHere: request.isReadableFor(engine) };
}
