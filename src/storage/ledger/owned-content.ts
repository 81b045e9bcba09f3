import type { ReasoningCustody } from "../../dialects/index.ts";
import type { ConversationStore } from "./conversation-store.ts";
import type { EngineResponses } from "./engine-responses.ts";
import type { ResourceOwners } from "./resource-owners.ts";
import type { ResponseStore } from "./response-store.ts";
import type { ThreadStore } from "./thread-store.ts";

/** Whom content belongs to. */
export interface ContentOwner {
  /** Unique within the tenant; never empty. */
  readonly owner: string;
  /** Whether content without an owner, which versions before 3 of the schema wrote, may be read and deleted too. */
  readonly readsUnowned: boolean;
}

/** The content that one owner of a tenant made and may look up again. */
export interface OwnedContent {
  readonly responses: ResponseStore;
  readonly conversations: ConversationStore;
  readonly threads: ThreadStore;
  readonly custody: ReasoningCustody;
  readonly engineResponses: EngineResponses;
  readonly resourceOwners: ResourceOwners;
}
