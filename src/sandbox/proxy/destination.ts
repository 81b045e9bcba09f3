import { isIP } from "node:net";
import { canConnect, type NetworkDecision, type Policy } from "../../policy/index.ts";
import type { HostAndPort } from "../sandbox.ts";
import type { DecisionLog } from "./decision-log.ts";
import type { Resolve } from "./resolve.ts";

/** A permitted destination. Connections go to these addresses and to no other. */
export interface Destination {
  /** In normal form: a name in lower case, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/** Why there is no connection. `isPolicy` is false if only the network is at fault. */
export interface Refusal {
  readonly isPolicy: boolean;
  readonly rule: string;
  readonly reason: string;
}

export interface DestinationRules {
  readonly policy: Policy;
  readonly gateway: HostAndPort | undefined;
  readonly resolve: Resolve;
  readonly log: DecisionLog;
}

/** Names that the proxy takes: letters, digits, hyphens and dots, or an address. */
const PLAIN_HOST = /^(?:[a-z0-9.-]{1,255}|\[[0-9a-f:.]{2,45}\])$/i;

const MAX_SHOWN = 200;

/**
 * Decides on a host and port as the program wrote them: by the name before it is looked up, then by each of its addresses.
 * One address that is not permitted refuses them all. An address that is not public needs a rule that names it.
 */
export async function findDestination(
  { host, port }: HostAndPort,
  rules: DestinationRules,
): Promise<Destination | Refusal> {
  const { policy, gateway, log } = rules;
  const target = `${host}:${port}`;
  if (gateway !== undefined && gateway.port === port && gateway.host === host.replace(/^\[|\]$/g, "")) {
    return { host: gateway.host, port, addresses: [gateway.host] };
  }
  if (!PLAIN_HOST.test(host)) {
    const subject = target
      .slice(0, MAX_SHOWN)
      .replace(/[^!-~]/g, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
    const reason = `'${subject}' is not a plain host name or address`;
    return deny(log, { subject, reason, rule: { id: "network.malformed_host" } });
  }
  const byName = canConnect(policy, target);
  if (byName.verdict !== "allow") return deny(log, byName);
  const name = byName.host!;
  let addresses: readonly string[];
  try {
    addresses = isIP(name) === 0 ? await rules.resolve(name) : [name];
    if (addresses.length === 0) throw new Error("it has no address");
  } catch (error) {
    const reason = `${byName.subject} cannot be resolved: ${(error as NodeJS.ErrnoException).code ?? "failed"}`;
    return { isPolicy: false, rule: "network.unresolved", reason };
  }
  for (const address of addresses) {
    const byAddress = canConnect(policy, target, { address });
    if (byAddress.verdict !== "allow") return deny(log, byAddress);
    if (byAddress.address_class === "public") continue;
    const { subject, address_class, rule, names_address } = byAddress;
    if (!names_address) {
      const reason = `'${subject}' leads to a ${address_class} address, which no rule names`;
      return deny(log, { subject, reason, rule: { id: "network.private_address" } });
    }
    log.record({
      verdict: "allowed",
      subject,
      rule: rule.id,
      pattern: rule.pattern,
      reason: `'${subject}' leads to a ${address_class} address, which a rule names`,
    });
  }
  return { host: name, port, addresses };
}

export function isRefusal(answer: Destination | Refusal): answer is Refusal {
  return "isPolicy" in answer;
}

/** Records a denial and returns it. */
export function deny(
  log: DecisionLog,
  { subject, rule, reason }: Pick<NetworkDecision, "subject" | "rule" | "reason">,
): Refusal {
  log.record({ verdict: "denied", subject, rule: rule.id, pattern: rule.pattern, reason });
  return { isPolicy: true, rule: rule.id, reason };
}
