import { z } from "zod";
import { CompatibilityMode, keyRoles } from "../contract/index.ts";
import { pageOf, pageQuery } from "./page.ts";
import { route } from "./route.ts";

const KeyName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "must be 1 to 64 letters, digits, dots, hyphens or underscores, beginning with a letter or digit",
  );
const Names = z.array(z.string().min(1).max(256)).max(256);
const Roles = z.array(z.enum(keyRoles)).min(1).max(keyRoles.length);

/** What can be chosen for a key; absent members are as those of the key that makes it. */
const settings = {
  roles: Roles.describe("What it may do. Never more than the key that makes it."),
  engines: Names.describe("Globs of the engines that it may use. An empty list allows all."),
  endpoints: Names.describe("Groups of vendor endpoints that keep things at the vendor and that it may use."),
  mode: CompatibilityMode.describe("Whether an advisory loss is refused (`strict`) or disclosed."),
  allow_loss: Names.describe("Losses that strict mode of this key discloses instead of refusing."),
  max_concurrent: z.int().min(1).max(1_000_000).describe("The maximum number of its calls at the same time."),
};

const Key = z.object({
  name: z.string(),
  tenant: z
    .string()
    .nullable()
    .describe("The tenant, `*` for all, or null for a key that owns its records itself."),
  roles: z.array(z.enum(keyRoles)),
  engines: z.array(z.string()),
  endpoints: z.array(z.string()).nullable(),
  mode: CompatibilityMode.nullable(),
  allow_loss: z.array(z.string()).nullable(),
  max_concurrent: z.int().nullable(),
  source: z
    .enum(["configuration", "run_time"])
    .describe("Keys of the configuration are changed in backplane.toml alone."),
  created_at: z.string().nullable().describe("Null for a key of the configuration."),
  revoked_at: z.string().nullable(),
});

const params = z.object({ name: z.string().min(1).max(256).describe("The name of the key.") });

/** Keys: who may call models, and who may use this API. */
export const keyRoutes = [
  route({
    name: "list_keys",
    method: "GET",
    path: "/keys",
    group: "keys",
    summary: "Lists the keys of the owner by name, the revoked ones too. No token is ever shown.",
    needs: "keys.write",
    query: z.object(pageQuery),
    status: 200,
    answer: pageOf(Key),
  }),
  route({
    name: "create_key",
    method: "POST",
    path: "/keys",
    group: "keys",
    summary: "Makes a key. The answer holds its token, which is shown once and kept nowhere.",
    needs: "keys.write",
    body: z.strictObject({
      name: KeyName.describe("Unique among all keys, for ever: not even a revoked key gives its name away."),
      tenant: z
        .string()
        .regex(/^(?:\*|[A-Za-z0-9][A-Za-z0-9._-]{0,63})$/, "must be the name of a tenant, or `*`")
        .optional()
        .describe(
          "The tenant that its calls are recorded for; without it, that of the key that makes it. Only a key whose tenant is `*` may name another one, or `*`.",
        ),
      ...z.object(settings).partial().shape,
    }),
    status: 201,
    answer: z.object({
      key: Key,
      token: z
        .string()
        .nullable()
        .describe("Null if the request had its effect before: the token was in the first answer alone."),
    }),
    takesIdempotencyKey: true,
  }),
  route({
    name: "set_key",
    method: "PATCH",
    path: "/keys/{name}",
    group: "keys",
    summary: "Changes a key that was made at run time. Calls under way continue.",
    needs: "keys.write",
    params,
    body: z.strictObject(settings).partial(),
    status: 200,
    answer: Key,
    takesIdempotencyKey: true,
  }),
  route({
    name: "revoke_key",
    method: "DELETE",
    path: "/keys/{name}",
    group: "keys",
    summary: "Revokes a key that was made at run time. It is refused from the next call on, for ever.",
    needs: "keys.write",
    params,
    status: 200,
    answer: Key,
    takesIdempotencyKey: true,
  }),
] as const;
