import { hash, timingSafeEqual } from "node:crypto";
import {
  AbpError,
  ALL_TENANTS,
  type CompatibilityMode,
  type KeyRole,
  listTokenProblems,
  modelCallRoles,
  readSettings,
  settingError,
  settingIssuesOf,
  settingsError,
  tokenDigest,
} from "../../contract/index.ts";
import { compileGlobSet, findHeader } from "../../lib/index.ts";
import type { CallPolicyLists, KeyPolicies } from "../enforcement/call-policy.ts";
import type { CallHead } from "../exchange/call-head.ts";
import type { Caller } from "../exchange/caller.ts";
import type { KeyHolder } from "../exchange/key-holder.ts";
import { CREDENTIAL_HEADERS } from "../headers/forwarded-headers.ts";
import { tokenOf, withoutScheme } from "./presented-token.ts";
import { LOCAL_ADMIN_NAME } from "./reserved-names.ts";
import { readProtocols } from "./socket-protocols.ts";
import { type PresentedUploadKey, uploadKeyInvalid } from "./upload-keys.ts";

/** One key, as `[keys.<name>]` describes it. */
export interface CallerKey {
  readonly token?: string | undefined;
  readonly token_sha256?: string | undefined;
  readonly tenant?: string | undefined;
  /** Without it, `caller` alone. */
  readonly roles?: readonly KeyRole[] | undefined;
  readonly engines: readonly string[];
  readonly endpoints?: readonly string[] | undefined;
  readonly mode?: CompatibilityMode | undefined;
  readonly allow_loss?: readonly string[] | undefined;
  readonly max_concurrent?: number | undefined;
  readonly policy?: CallPolicyLists | undefined;
  /** Set for the key of the machine's owner, which no configuration can name. */
  readonly isMachineOwner?: boolean;
  /** Set for the admin key of the machine, which no configuration can name. */
  readonly isLocalAdmin?: boolean;
}

/** Defaults for keys that do not set their own. */
export interface CallerDefaults {
  readonly tenant: string;
  readonly maxConcurrent: number;
  /** Compiles the policies of a key; throws `policy_invalid`. Without it no policy applies. */
  readonly policiesOf?: (name: string, policy: CallPolicyLists | undefined) => KeyPolicies | undefined;
}

/** The keys that may call. */
export interface Callers {
  /**
   * Identifies the caller by its key, or by the key of an upload that it began; throws `auth_required` or `auth_invalid`.
   */
  authenticate(head: CallHead, upload?: PresentedUploadKey): Caller;
  /** The key of a name, as long as it is configured. */
  holderOf(name: string): KeyHolder | undefined;
  /**
   * The owner of what the key of this name makes in a tenant's log; undefined if no such key writes to that log today. A
   * key's name is its identity: a key that is given the name of a former one takes over its receipts.
   */
  ownerOf(name: string, tenant: string): string | undefined;
  /**
   * The caller that the key of a run stands for: the key of this name, with its engines and policies, or an unrestricted one
   * if none of that name writes to the tenant's log. It never reads what has no owner.
   */
  forRun(name: string, tenant: string): Caller;
  /** Replaces all keys; throws, and changes nothing, if one of them is invalid. */
  replace(keys: Readonly<Record<string, CallerKey>>): void;
}

/** Opens the keys of a configuration. Throws `config_invalid` for a key without a token or with two, and for a token that is short or not its own. */
export function openCallers(keys: Readonly<Record<string, CallerKey>>, defaults: CallerDefaults): Callers {
  let digests = digestKeys(keys, defaults);
  // By their tokens. A look-up compares a token only with one of the same hash, which nobody can predict, so that its time reveals
  // nothing either. A wrong token is never kept.
  let authenticated = new Map<string, Caller>();
  return {
    authenticate: (head, upload) => {
      if (upload !== undefined) return callerOfUpload(digests, upload);
      const token = tokenOf(head);
      if (token === undefined) throw new AbpError("auth_required", "the call carries no key");
      const known = authenticated.get(token);
      if (known !== undefined) return known;
      const digest = digestOf(token);
      // Compares every key, so that the time reveals nothing about which one nearly matches.
      let found: Caller | undefined;
      for (const one of digests) if (timingSafeEqual(one.digest, digest)) found = one.caller;
      // Some clients know a wrong key by OpenAI's first words alone.
      if (found === undefined)
        throw new AbpError("auth_invalid", "Incorrect API key provided: the key is not known here");
      authenticated.set(token, found);
      return found;
    },
    holderOf: (name) => {
      const known = digests.find(({ caller }) => caller.name === name);
      return known === undefined ? undefined : { name, digest: known.digest };
    },
    ownerOf: (name, tenant) =>
      digests.find(({ caller }) => caller.name === name && caller.tenant === tenant)?.caller.owner,
    forRun: (name, tenant) => {
      const known = digests.find(({ caller }) => caller.name === name && caller.tenant === tenant)?.caller;
      const key = { engines: [], ...(tenant === defaults.tenant ? {} : { tenant }) };
      // An agent never holds the account of a vendor.
      // Nor may it more than call models.
      const {
        isMachineOwner: _,
        isLocalAdmin: __,
        seesAll: ___,
        ...caller
      } = known ?? callerOf(name, key, defaults, false);
      return { ...caller, roles: ["caller"], isOnlyKey: false, readsUnowned: false };
    },
    replace: (others) => {
      digests = digestKeys(others, defaults);
      authenticated = new Map();
    },
  };
}

interface DigestedKey {
  readonly digest: Buffer;
  readonly caller: Caller;
}

function digestKeys(keys: Readonly<Record<string, CallerKey>>, defaults: CallerDefaults): DigestedKey[] {
  checkKeys(keys);
  const isOnlyKey = Object.values(keys).filter((key) => key.isLocalAdmin !== true).length === 1;
  const digests = Object.entries(keys).map(([name, key]) => [
    name,
    (): DigestedKey => ({
      digest: Buffer.from(tokenDigest(key)!, "hex"),
      caller: callerOf(name, key, defaults, isOnlyKey && key.isLocalAdmin !== true),
    }),
  ]);
  return Object.values(readSettings(Object.fromEntries(digests)));
}

/** Throws `config_invalid` with every key that has no token or two, whose token is short, or whose token is another key's too. */
export function checkKeys(keys: Readonly<Record<string, CallerKey>>): void {
  const unfit = Object.entries(keys).filter(
    ([, key]) => (key.token === undefined) === (key.token_sha256 === undefined),
  );
  const reserved = Object.entries(keys).filter(
    ([name, key]) => name === LOCAL_ADMIN_NAME && key.isLocalAdmin !== true,
  );
  const issues = [
    ...reserved.map(([name]) => settingError(["keys", name], "has the name of the machine's admin key")),
    ...unfit.map(([name]) => settingError(["keys", name], "needs either a `token` or its `token_sha256`")),
    ...listTokenProblems(keys).map(({ name, member, message }) =>
      settingError(["keys", name, member], message),
    ),
  ].flatMap(settingIssuesOf);
  if (issues.length > 0) throw settingsError(issues);
}

function callerOfUpload(digests: readonly DigestedKey[], upload: PresentedUploadKey): Caller {
  const known = digests.find(({ caller, digest }) => caller.name === upload.name && upload.isOf(digest));
  if (known === undefined) throw uploadKeyInvalid();
  return known.caller;
}

/** Throws `access_denied` for a key that may read, and may not call models. */
export function requireModelCalls(caller: Pick<Caller, "name" | "roles">): void {
  if (caller.roles.some((role) => modelCallRoles.some((other) => other === role))) return;
  throw new AbpError("access_denied", `the key ${JSON.stringify(caller.name)} may not call models`, {
    advice: "Use a key with the role `caller`.",
    details: { roles: [...caller.roles], needs: [...modelCallRoles] },
  });
}

/** The caller's own vendor key; undefined unless the caller sent its key for us separately, as `x-abp-key`. */
export function vendorCredential(head: CallHead): string | undefined {
  if (findHeader(head.headers, "x-abp-key") === undefined) return undefined;
  for (const name of CREDENTIAL_HEADERS) {
    const value = name === "x-abp-key" ? undefined : findHeader(head.headers, name);
    if (value !== undefined) return withoutScheme(value);
  }
  return readProtocols(head.headers).key;
}

function callerOf(name: string, key: CallerKey, defaults: CallerDefaults, isOnlyKey: boolean): Caller {
  const globs = compileGlobSet([...key.engines]);
  const seesAll = key.tenant === ALL_TENANTS;
  const tenant = seesAll ? undefined : key.tenant;
  return {
    name,
    roles: key.roles ?? ["caller"],
    ...(seesAll ? { seesAll } : {}),
    tenant: tenant ?? defaults.tenant,
    owner: tenant === undefined ? `key:${name}` : `tenant:${tenant}`,
    isOnlyKey,
    ...(key.isLocalAdmin === true ? { isLocalAdmin: true } : {}),
    ...(key.isMachineOwner === true ? { isMachineOwner: true } : {}),
    readsUnowned: isOnlyKey || (tenant !== undefined && tenant !== defaults.tenant),
    mode: key.mode,
    ...(key.allow_loss === undefined ? {} : { allowLoss: key.allow_loss }),
    mayUse: key.engines.length === 0 ? () => true : (engine) => globs.matches(engine),
    endpoints: key.endpoints,
    maxConcurrent: key.max_concurrent ?? defaults.maxConcurrent,
    policies: defaults.policiesOf?.(name, key.policy),
  };
}

function digestOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
