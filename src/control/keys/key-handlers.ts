import { z } from "zod";
import { CallerKeyConfig } from "../../config/index.ts";
import { AbpError, listIssues, tokenDigest } from "../../contract/index.ts";
import { type Caller, LOCAL_ADMIN_NAME, OWNER_NAME } from "../../gateway/index.ts";
import type { ControlContext } from "../context.ts";
import type { HandlersOf } from "../control-request.ts";
import { pageFrom, readCursor, writeCursor } from "../page/cursor.ts";
import { holdsFor } from "../rights.ts";
import { findExcess, type KeyMaker } from "./key-limits.ts";
import {
  type KeyRecord,
  type KeySettings,
  listRecords,
  ownedBy,
  showKey,
  withoutToken,
} from "./key-record.ts";

const LIST = "keys";
const TOKEN_BYTES = 32;
const RESERVED: readonly string[] = [OWNER_NAME, LOCAL_ADMIN_NAME];

/** Makes, lists, changes and revokes keys. */
export function openKeyHandlers(
  context: ControlContext,
): HandlersOf<"list_keys" | "create_key" | "set_key" | "revoke_key"> {
  const { store, keys, config } = context;

  const visibleTo = async (caller: Caller): Promise<KeyRecord[]> =>
    listRecords(keys.all(), await store.accessKeys.list()).filter((record) =>
      holdsFor(caller, ownedBy(record, config.receipts.tenant)),
    );

  const find = async (caller: Caller, name: string): Promise<KeyRecord> => {
    const record = (await visibleTo(caller)).find((one) => one.name === name);
    if (record === undefined) throw notFound(name);
    if (record.createdAt === undefined)
      throw new AbpError(
        "access_key_unchangeable",
        `The key ${JSON.stringify(name)} is one of the configuration.`,
      );
    return record;
  };

  const makerOf = (caller: Caller): KeyMaker => {
    const own = caller.seesAll === true ? undefined : keys.all()[caller.name];
    return {
      roles: caller.roles,
      bounds: own === undefined ? undefined : withoutToken(own),
      maxConcurrent: config.gateway.max_concurrent_per_key,
    };
  };

  const requireWithin = (caller: Caller, settings: KeySettings): void => {
    const maker = makerOf(caller);
    // The key was revoked while this request was under way.
    if (maker.bounds === undefined && caller.seesAll !== true)
      throw new AbpError("auth_invalid", "The key is no longer known here.");
    const excess = findExcess(maker, settings);
    if (excess === undefined) return;
    const { member, message } = excess;
    throw new AbpError("permission_denied", `\`${member}\` ${message}.`, {
      where: `$.${member}`,
      details: { member },
    });
  };

  /** The change is durable. If a thread cannot be told now, it reads the keys soon by itself. */
  const spread = async (): Promise<void> => {
    try {
      await keys.changed();
    } catch (error) {
      context.report("A change of the keys could not be told to every thread.", error);
    }
  };

  return {
    list_keys: async ({ caller, query }) => {
      const after = readCursor(LIST, query.cursor, z.tuple([z.string()]))?.[0];
      const records = (await visibleTo(caller)).filter(({ name }) => after === undefined || name > after);
      return pageFrom(records, query.limit, {
        item: showKey,
        cursor: ({ name }) => writeCursor(LIST, [name]),
      });
    },

    create_key: async ({ caller, body, once }) => {
      const { name, tenant, ...chosen } = body;
      const { tenant: _, roles: __, policy, ...inherited } = inheritedOf(makerOf(caller));
      const settings = checked({
        ...inherited,
        ...chosen,
        ...(policy === undefined ? {} : { policy }),
        tenant: tenantFor(caller, tenant),
      });
      requireWithin(caller, settings);
      if (RESERVED.includes(name) || Object.hasOwn(keys.all(), name)) throw nameTaken(name);
      const token = `abp_${Buffer.from(context.random(TOKEN_BYTES)).toString("base64url")}`;
      const createdAt = new Date(context.now());
      const key = showKey({ name, settings, createdAt });
      const row = {
        name,
        tokenSha256: tokenDigest({ token })!,
        settings: JSON.stringify(settings),
        createdAt,
      };
      try {
        await store.accessKeys.create(row, once({ key, token: null }));
      } catch (error) {
        throw AbpError.is(error) && error.code === "id_repeated" ? nameTaken(name) : error;
      }
      await spread();
      return { key, token };
    },

    set_key: async ({ caller, params: { name }, body, once }) => {
      const record = await find(caller, name);
      if (record.revokedAt !== undefined) throw revoked(name);
      const settings = checked({ ...record.settings, ...body });
      requireWithin(caller, settings);
      const key = showKey({ ...record, settings });
      if (!(await store.accessKeys.set(name, JSON.stringify(settings), once(key)))) throw revoked(name);
      await spread();
      return key;
    },

    revoke_key: async ({ caller, params: { name }, once }) => {
      const record = await find(caller, name);
      if (record.revokedAt !== undefined) return showKey(record);
      const revokedAt = new Date(context.now());
      const key = showKey({ ...record, revokedAt });
      const isRevoked = await store.accessKeys.revoke(name, revokedAt, once(key));
      await spread();
      return isRevoked ? key : showKey(await find(caller, name));
    },
  };
}

function inheritedOf({ bounds }: KeyMaker): Partial<KeySettings> {
  return bounds ?? {};
}

/** The tenant of a new key. Throws `permission_denied` for one that the caller's key may not name. */
function tenantFor(caller: Caller, named: string | undefined): string | undefined {
  if (caller.seesAll === true) return named;
  const own = caller.owner === `tenant:${caller.tenant}` ? caller.tenant : undefined;
  if (own !== undefined && (named === undefined || named === own)) return own;
  throw new AbpError(
    "permission_denied",
    own === undefined
      ? `The key ${caller.name} has no tenant, so no other key can belong to its owner.`
      : `The key ${caller.name} may make keys of its own tenant only.`,
    { where: "$.tenant", details: { tenant: own ?? null } },
  );
}

/** Checks settings as those of the configuration are. Throws `validation_failed`. */
function checked(settings: Readonly<Partial<Record<keyof KeySettings, unknown>>>): KeySettings {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const result = CallerKeyConfig.safeParse(given);
  if (result.success) return result.data;
  const issues = listIssues(result.error.issues, given).map(({ path, message }) => ({
    where: path,
    message,
  }));
  const { where, message } = issues[0]!;
  throw new AbpError("validation_failed", `${where} ${message}`, { where, details: { issues } });
}

function notFound(name: string): AbpError {
  return new AbpError("access_key_not_found", `There is no key ${JSON.stringify(name)}.`);
}

function revoked(name: string): AbpError {
  return new AbpError("access_key_unchangeable", `The key ${JSON.stringify(name)} is revoked.`);
}

function nameTaken(name: string): AbpError {
  return new AbpError("access_key_name_taken", `The name ${JSON.stringify(name)} stands for another key.`, {
    where: "$.name",
  });
}
