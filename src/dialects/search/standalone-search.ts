import type { Members } from "../members/members.ts";

/** One question of a search without a conversation. */
export interface StandaloneQuery {
  readonly query: string;
  /** Only these domains; undefined if all are allowed. */
  readonly allow: readonly string[] | undefined;
  readonly block: readonly string[] | undefined;
  readonly country: string | undefined;
}

/** A search without a conversation, as some clients ask for it. */
export interface StandaloneSearch {
  readonly queries: readonly StandaloneQuery[];
  /** What cannot be done, in sentences for the model. */
  readonly notes: readonly string[];
  /** Whether pages of the web may be asked for, and not only a stored index. */
  readonly isLive: boolean;
}

/** Reads and answers searches without a conversation. */
export interface SearchCodec {
  /** Throws `contract_schema_violation` if the body is no such search. */
  read(body: Members): StandaloneSearch;
  write(text: string): Members;
}

/** The queries that share the domains of the first, and can be asked together; and the others. */
export function groupByDomains({ queries }: StandaloneSearch): {
  readonly together: readonly StandaloneQuery[];
  readonly others: readonly StandaloneQuery[];
} {
  const keyOf = ({ allow }: StandaloneQuery) => JSON.stringify(allow?.toSorted());
  const first = queries[0] === undefined ? undefined : keyOf(queries[0]);
  return {
    together: queries.filter((one) => keyOf(one) === first),
    others: queries.filter((one) => keyOf(one) !== first),
  };
}
