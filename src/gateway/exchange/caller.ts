import type { CompatibilityMode, KeyRole } from "../../contract/index.ts";
import type { KeyPolicies } from "../enforcement/call-policy.ts";

/** The caller, identified by its key. */
export interface Caller {
  /** The key's name in the configuration. */
  readonly name: string;
  /** The tenant whose log gets the receipts. */
  readonly tenant: string;
  /**
   * Whom the caller's responses, reasoning and receipts belong to: `tenant:<tenant>` if the key names a tenant, so that
   * such keys share them, else `key:<name>`.
   */
  readonly owner: string;
  /** What the key may do at the control API and at the vendors' endpoints. */
  readonly roles: readonly KeyRole[];
  /** Whether the key's tenant is `*`, so that its roles hold for the records of all owners in the control API, and only there. */
  readonly seesAll?: boolean;
  /** Whether it is the admin key of the machine, which only the command line of this user holds. */
  readonly isLocalAdmin?: boolean;
  /** Whether no other key is configured, so that everything in the store was made with this one. */
  readonly isOnlyKey: boolean;
  /**
   * Whether it is the owner of the machine, in this very process, and so holds the account of each vendor. It may use every
   * endpoint, and every id that is not recorded as another key's.
   */
  readonly isMachineOwner?: boolean;
  /**
   * Whether the caller may read what has no recorded owner. True for the only key, and in the log of a tenant that keys
   * name: only keys of that tenant write there.
   */
  readonly readsUnowned: boolean;
  readonly mode: CompatibilityMode | undefined;
  /** The losses that its strict mode discloses; undefined if the key has no list of its own. */
  readonly allowLoss?: readonly string[] | undefined;
  /** Whether the caller may use an engine: for calls of a model, if one is given, else at all. */
  readonly mayUse: (engine: string, model?: string | undefined) => boolean;
  /** The engine for calls that name none: that of the run. */
  readonly engine?: string | undefined;
  /** The groups of vendor endpoints that it may use besides those that keep nothing. */
  readonly endpoints?: readonly string[] | undefined;
  readonly maxConcurrent: number;
  /** Undefined if no policy restricts its calls. */
  readonly policies?: KeyPolicies | undefined;
}
