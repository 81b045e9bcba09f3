import { isJsonObject } from "../../host/agent-line.ts";
import type { AcpHook } from "../acp-profile.ts";
import { text } from "../tool-calls.ts";

/** A hook that names the model's id of a call. The id of the session update may have a number and a colon before it. */
export const hookOfNamedCalls: AcpHook = {
  read: (question) => ({
    nativeName: text(question["tool_name"]) ?? "unknown",
    input: isJsonObject(question["tool_input"]) ? question["tool_input"] : {},
    id: text(question["tool_call_id"]) ?? "",
  }),
  isAbout: ({ id }, call) => id !== "" && (call.id === id || call.id.endsWith(`:${id}`)),
};
