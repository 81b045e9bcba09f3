/** The contract version written into every document. */
export const CONTRACT_VERSION = "abp/v0.1";

/** A contract version, taken apart. */
export interface ContractVersion {
  readonly major: number;
  readonly minor: number;
}

const VERSION = /^abp\/v(0|[1-9]\d{0,9})\.(0|[1-9]\d{0,9})$/;
const U32_MAX = 0xffff_ffff;

/**
 * Takes `abp/vMAJOR.MINOR` apart; undefined for anything else.
 *
 * @example
 * import { parseVersion } from "agent-backplane/contract";
 * const { major, minor } = parseVersion("abp/v0.1") ?? { major: 0, minor: 0 };
 */
export function parseVersion(text: string): ContractVersion | undefined {
  const match = VERSION.exec(text);
  if (match === null) return undefined;
  const major = Number(match[1]);
  const minor = Number(match[2]);
  return major > U32_MAX || minor > U32_MAX ? undefined : { major, minor };
}

/**
 * Whether documents of two versions can be exchanged: both are well-formed and share a major version.
 *
 * @example
 * import { isCompatibleVersion } from "agent-backplane/contract";
 * isCompatibleVersion("abp/v0.2"); // true, because the major version is the same
 */
export function isCompatibleVersion(theirs: string, ours: string = CONTRACT_VERSION): boolean {
  const left = parseVersion(theirs);
  const right = parseVersion(ours);
  return left !== undefined && right !== undefined && left.major === right.major;
}
