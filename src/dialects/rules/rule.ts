import type { Conversation } from "../../contract/index.ts";
import type { ModelLimits } from "../../models/index.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import type { ConversationPart } from "../features/conversation-parts.ts";
import type { FeatureId } from "../features/feature.ts";

/** What is done about a value that the target rejects. */
export type Remedy = "drop" | "clamp" | "rename" | "hash" | "normalise" | "emulate" | "refuse";

/** Takes a note about something that a rule changed. */
export type Note = (note: WriterNote) => void;

/** One limit of models or APIs, and what is done if a request exceeds it. */
export interface ModelRule {
  readonly id: string;
  /** One sentence for the documents. */
  readonly title: string;
  readonly feature: FeatureId;
  /** What it may do, the mildest first. */
  readonly remedies: readonly Remedy[];
  /** The limits that it keeps to. It does nothing for a model without them. */
  readonly limit: keyof ModelLimits;
  /** What it looks at, if it looks at nothing else. It does nothing for a conversation without any of it. */
  readonly about?: readonly ConversationPart[];
  /** Returns the conversation itself if the rule does not apply. */
  apply(conversation: Conversation, limits: ModelLimits, note: Note): Conversation;
}
