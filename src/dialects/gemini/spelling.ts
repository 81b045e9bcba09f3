import type { Members } from "../members/members.ts";

/** How a caller of this dialect wrote something that means the same in another form. */
export interface Spelling {
  /** The role of the content that a block began; contents that the caller split stay split. */
  readonly role?: string;
  /** One object stands for a list of one, as proto3 JSON allows. */
  readonly isSingle?: boolean;
  /** A schema as it stood, and the member it stood in. */
  readonly schema?: { readonly member: string; readonly value: unknown };
  /** A signature that stood on the visible text before it. */
  readonly isAttached?: boolean;
  /** An empty part. Empty texts of other dialects are not sent. */
  readonly isEmptyPart?: boolean;
  /** A call without `args`. */
  readonly hasNoArguments?: boolean;
  /** The parts of a reply that were joined into one block, as a stream would join them. */
  readonly parts?: readonly Members[];
  /** A candidate without `index`, and the content of one that says nothing. */
  readonly hasNoIndex?: boolean;
  readonly emptyContent?: unknown;
}

// Kept beside the conversation, as its origins are, so that the conversation holds plain data in one form;
// a copy of a node has no such memory and is written in the normal form, which means the same.
const spellings = new WeakMap<object, Spelling>();

/** Remembers how a node was written and gives it back. */
export function rememberSpelling<Node>(node: Node, spelling: Spelling): Node {
  if (typeof node === "object" && node !== null) spellings.set(node, { ...spellings.get(node), ...spelling });
  return node;
}

/** How a node was written, as far as it was not in the normal form. */
export function spellingOf(node: unknown): Spelling {
  return (typeof node === "object" && node !== null ? spellings.get(node) : undefined) ?? {};
}
