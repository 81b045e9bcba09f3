import { type JsonObject, textOfJson } from "../../lib/index.ts";
import { textMember } from "../lines/json-lines.ts";
import { claudeFeatures } from "./features.ts";
import { readMode } from "./permission/permission-mode.ts";
import type { ToolPermission } from "./permission/tool-permission.ts";

/** The parts of a session that control requests change. */
export interface ControlledSession {
  readonly interrupt: () => void;
  readonly setModel: (model: string | undefined) => void;
  readonly permission: Pick<ToolPermission, "mode" | "approvals">;
  /** Whether a turn runs. */
  readonly isRunning: boolean;
  readonly mcpServers: readonly string[];
  /** Takes a message that an MCP server of the program sends by itself. */
  readonly mcpMessage: (server: string, message: unknown) => void;
}

/** Answers a control request of the program, other than `initialize`. Throws if it cannot be honoured. */
export function answerControl(request: JsonObject, session: ControlledSession): object {
  switch (request["subtype"]) {
    case "interrupt":
      session.interrupt();
      return { still_queued: [] };
    case "set_permission_mode":
      return setMode(request, session);
    case "set_model":
      session.setModel(textMember(request, "model"));
      return {};
    case "mcp_status":
      return { mcpServers: session.mcpServers.map((name) => ({ name, status: "pending" })) };
    case "mcp_message":
      session.mcpMessage(textMember(request, "server_name") ?? "", request["message"]);
      return {};
    default:
      throw new Error(
        `${textOfJson(request["subtype"])} is not supported here: ${claudeFeatures.control_requests.words}`,
      );
  }
}

function setMode(request: JsonObject, { permission, isRunning }: ControlledSession): object {
  const mode = readMode(request["mode"]);
  // The running agent was started without questions, so nothing asks the new mode.
  if (isRunning && permission.mode !== mode && permission.approvals().length === 0) {
    throw new Error("the running turn asks for no permissions; the mode can be changed when it has ended");
  }
  permission.mode = mode;
  return { mode };
}
