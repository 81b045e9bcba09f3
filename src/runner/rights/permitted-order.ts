import type { Config } from "../../config/index.ts";
import type { McpServer, WorkOrder } from "../../contract/index.ts";
import type { Submission, SubmitterRights } from "../submission.ts";
import { permittedAddress } from "./https-host.ts";
import { refused } from "./refusal.ts";

type RunsConfig = Config["runs"];

/**
 * The order with what the operator configured in the place of names: an MCP server whose `command` is a name of `runs.mcp_servers`
 * becomes that program. Throws `run_source_refused` for everything else of the machine that the order names. Paths are judged
 * elsewhere, because they need the files.
 */
export function permittedOrder(submission: Submission, runs: RunsConfig): WorkOrder {
  const { order, check, rights = {} } = submission;
  requireLane(order, rights);
  if (order.resume !== undefined)
    throw refused("resume", "a conversation is continued with `resume` of the submission alone", "runs");
  if (check !== undefined && !Object.hasOwn(runs.checks, check))
    throw refused("check", `no check is named ${JSON.stringify(check)}`, "runs.checks");
  for (const name of Object.keys(order.config.env))
    if (!runs.env_names.includes(name))
      throw refused("config.env", `the variable ${JSON.stringify(name)} may not be set`, "runs.env_names");
  const { mcp_servers: servers } = order;
  if (servers === undefined) return order;
  const entries = Object.entries(servers).map(([name, server]) => [
    name,
    permittedServer(name, server, runs),
  ]);
  return { ...order, mcp_servers: Object.fromEntries(entries) };
}

/** The agent works on a copy, unless its submitter may let it work on the directory itself. */
function requireLane(order: WorkOrder, rights: SubmitterRights): void {
  if (rights.changesWorkspace === true) return;
  if (order.workspace.mode === "pass_through")
    throw refused("workspace.mode", "`pass_through` needs a key with the role operator", "keys");
  if (order.lane === "workspace_first")
    throw refused("lane", "`workspace_first` needs a key with the role operator", "keys");
}

function permittedServer(name: string, server: McpServer, runs: RunsConfig): McpServer {
  const where = `mcp_servers.${name}`;
  const { command, args = [], env = {}, url } = server;
  if (command === undefined) {
    if (url !== undefined && permittedAddress(url, runs.mcp_hosts) !== undefined) return server;
    throw refused(where, "its address is not https on a host that is configured", "runs.mcp_hosts");
  }
  const configured = Object.hasOwn(runs.mcp_servers, command) ? runs.mcp_servers[command] : undefined;
  if (configured === undefined)
    throw refused(where, `no MCP server is named ${JSON.stringify(command)}`, "runs.mcp_servers");
  if (args.length > 0 || Object.keys(env).length > 0)
    throw refused(where, "its arguments and variables are those of the configuration", "runs.mcp_servers");
  return { command: configured.command, args: [...configured.args], env: variablesOf(configured.env) };
}

function variablesOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
