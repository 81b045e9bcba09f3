import { AbpError } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import type { ThreadCodec } from "../../state/thread-codec.ts";
import { MessageCollector } from "./message-collector.ts";

/** The members that the first request of a thread sets for all of them (anthropic-sdk-typescript, ThreadState). */
const CREATED_WITH = ["system", "tools"] as const;

/** Message threads: `thread` in a request of the beta message-threads-2026-08-12. */
export const threads: ThreadCodec = {
  members: ["thread"],
  notFound: "thread_not_found",
  read: ({ thread }) => {
    if (thread === undefined || thread === null) return undefined;
    const { type, previous_message_id: previousId } = isMembers(thread) ? thread : {};
    if (type === "create") return { previousId: undefined };
    if (type === "continue" && typeof previousId === "string") return { previousId };
    const message = 'thread is {"type": "create"} or {"type": "continue", "previous_message_id": "…"}';
    throw new AbpError("validation_failed", message, { where: "$.thread" });
  },
  expand: (request, state) => {
    const { thread: _, ...rest } = request;
    if (state === undefined) return rest;
    const repeated = CREATED_WITH.find((name) => request[name] !== undefined);
    if (repeated !== undefined) {
      const message = `${repeated} is kept with the thread, so a request that continues it must not repeat it`;
      throw new AbpError("validation_failed", message, { where: `$.${repeated}` });
    }
    const { messages, ...kept } = state as Members;
    return { ...rest, ...kept, messages: [...listOf(messages), ...listOf(request["messages"])] };
  },
  stateOf: (request, answer) => ({
    ...Object.fromEntries(
      CREATED_WITH.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])),
    ),
    messages: [
      ...listOf(request["messages"]),
      { role: "assistant", content: isMembers(answer) ? answer["content"] : [] },
    ],
  }),
  idOf: (answer) => {
    const id = isMembers(answer) ? answer["id"] : undefined;
    return typeof id === "string" ? id : undefined;
  },
  openCollector: () => new MessageCollector(),
};

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
