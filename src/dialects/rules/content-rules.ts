import { cacheKeyLimit } from "./identity/cache-key.ts";
import { metadataLimit } from "./identity/metadata.ts";
import { userLimit } from "./identity/user.ts";
import { unreadHistory } from "./media/unread-history.ts";
import type { ModelRule } from "./rule.ts";
import { branchTypes } from "./schema/branch-types.ts";
import { rootSchema } from "./schema/root-schema.ts";
import { toolCount } from "./tools/tool-count.ts";

/** The rules for what a request holds: its identity, tools, messages and media. */
export const contentRules: readonly ModelRule[] = [
  userLimit,
  cacheKeyLimit,
  metadataLimit,
  toolCount,
  unreadHistory,
  rootSchema,
  branchTypes,
];
