import type { Agent } from "../../../agents/index.ts";
import type { Capability, CapabilityManifest } from "../../../contract/index.ts";
import type { BackendState } from "../../display/backend-list/backend-state.ts";

/** A backend as `abp backends --json` prints it. */
export function describeBackend(one: BackendState): object {
  const { name, type, state, agent } = one;
  const start = { name, type, state, ...(agent === undefined ? {} : { agent: describeAgent(agent) }) };
  if (one.state !== "ready") {
    const { code, message, advice } = one.error;
    return { ...start, identity: null, capabilities: {}, error: { code, message, advice } };
  }
  const { identity, capabilities, mode, asksBeforeTools } = one.facts;
  return {
    ...start,
    identity,
    capabilities,
    ...(agent === undefined ? {} : { evidence: evidenceOf(agent, capabilities) }),
    mode,
    asks_before_tools: asksBeforeTools,
  };
}

function describeAgent({ name, title, transport, installation, connection, leftOut }: Agent) {
  return {
    name,
    title,
    transport,
    dialect: connection.dialect ?? null,
    needs_model: connection.needsModel,
    package: installation?.package ?? null,
    tested_version: installation?.version ?? null,
    install: installation === undefined ? null : `abp agents install ${name}`,
    left_out: leftOut,
  };
}

function evidenceOf(agent: Agent, declared: CapabilityManifest): Partial<Record<Capability, string>> {
  const names = Object.keys(declared) as Capability[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const evidence = agent.capabilities[name]?.evidence;
      return evidence === undefined ? [] : [[name, evidence]];
    }),
  );
}
