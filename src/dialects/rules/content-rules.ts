import { cacheBreakpoints } from "./cache/breakpoints.ts";
import { cacheKeyLimit } from "./identity/cache-key.ts";
import { metadataLimit } from "./identity/metadata.ts";
import { userLimit } from "./identity/user.ts";
import { standardBase64 } from "./media/base64.ts";
import { imageType } from "./media/image-type.ts";
import { mediaAddress } from "./media/media-address.ts";
import { toolResultMedia } from "./media/tool-result-media.ts";
import { unreadHistory } from "./media/unread-history.ts";
import { blankMessages } from "./messages/blank.ts";
import { callSignature } from "./messages/call-signature.ts";
import { firstMessage } from "./messages/first.ts";
import { pairing } from "./messages/pairing.ts";
import { thinkingText } from "./messages/thinking-text.ts";
import type { ModelRule } from "./rule.ts";
import { branchTypes } from "./schema/branch-types.ts";
import { completeSchema } from "./schema/complete-schema.ts";
import { enforcedOutput } from "./schema/enforced-output.ts";
import { outputRoot } from "./schema/output-root.ts";
import { rootSchema } from "./schema/root-schema.ts";
import { strictSchema } from "./schema/strict-schema.ts";
import { idleChoice } from "./tools/idle-choice.ts";
import { toolCount } from "./tools/tool-count.ts";

/** The rules for what a request holds: its identity, tools, messages and media. */
export const contentRules: readonly ModelRule[] = [
  userLimit,
  cacheKeyLimit,
  metadataLimit,
  cacheBreakpoints,
  toolCount,
  idleChoice,
  rootSchema,
  branchTypes,
  outputRoot,
  completeSchema,
  enforcedOutput,
  strictSchema,
  unreadHistory,
  imageType,
  mediaAddress,
  standardBase64,
  thinkingText,
  pairing,
  blankMessages,
  firstMessage,
  toolResultMedia,
  callSignature,
];
