import { type Agent, agents, findAgentProgram } from "../../../agents/index.ts";
import { resolvePaths } from "../../../config/index.ts";
import { ExitCode } from "../../../contract/index.ts";
import type { CommandAction } from "../../command.ts";
import { renderTable, tableColumns } from "../../display/table.ts";

/** Lists the agents, without starting any. */
export const agentsList: CommandAction = async (terminal) => {
  const { host, colors } = terminal;
  const places = { environment: host.env, agentsDirectory: resolvePaths(host.env, host.home).agents };
  const rows = agents.map((agent) => ({ agent, path: findAgentProgram(agent, places)?.path }));
  if (terminal.json) terminal.outJson(rows.map(({ agent, path }) => describe(agent, path)));
  else {
    const table = rows.map(({ agent, path }) => [
      agent.name,
      agent.transport,
      agent.installation?.version ?? "-",
      stateOf(agent, path, colors.green),
    ]);
    terminal.out(
      ...renderTable(["agent", "transport", "tested with", "state"], table, tableColumns(terminal)),
    );
  }
  return ExitCode.ok;
};

function stateOf(
  { name, installation, isBuiltIn }: Agent,
  path: string | undefined,
  good: (text: string) => string,
): string {
  if (path !== undefined) return good("installed");
  if (isBuiltIn === true) return good("built in");
  return installation === undefined ? "needs `command` in a backend" : `abp agents install ${name}`;
}

function describe(agent: Agent, path: string | undefined) {
  const { name, title, transport, installation, capabilities, leftOut, connection } = agent;
  return {
    name,
    title,
    transport,
    dialect: connection.dialect ?? null,
    package: installation?.package ?? null,
    tested_version: installation?.version ?? null,
    path: path ?? null,
    install: installation === undefined || path !== undefined ? null : `abp agents install ${name}`,
    capabilities,
    left_out: leftOut,
  };
}
