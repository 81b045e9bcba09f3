import type { z } from "zod";
import type { Route, RouteName, routes } from "../../api/index.ts";
import type { Receipt } from "../../contract/index.ts";
import type { Listing } from "./listing.ts";

/** The row of a route by its name. */
type RouteOf<Name extends RouteName> = Extract<(typeof routes)[number], { readonly name: Name }>;

type CamelCase<Text extends string> = Text extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;

// Numbers of a query are written as text, so the schema would take anything.
type Sent<Schema> = Schema extends z.ZodType
  ? {
      [Member in keyof z.input<Schema>]: unknown extends z.input<Schema>[Member]
        ? z.output<Schema>[Member & keyof z.output<Schema>]
        : z.input<Schema>[Member];
    }
  : unknown;

type Upload<R extends Route> = R["bodyType"] extends string
  ? { readonly content: Uint8Array | ReadableStream<Uint8Array> }
  : unknown;

/** What a method takes: the parameters of the path, of the query and of the body as members of one object. */
export type InputOf<R extends Route> = Sent<R["params"]> & Sent<R["query"]> & Sent<R["body"]> & Upload<R>;

type Answer<R extends Route> = R["answer"] extends z.ZodType
  ? z.output<R["answer"]>
  : R["answerType"] extends string
    ? string
    : undefined;

type Listed<A> = A extends { items: readonly (infer Item)[]; next_cursor: string | null }
  ? Listing<A, Item>
  : A extends { items: readonly (infer Item)[]; next_after: string }
    ? Listing<A, Item>
    : Promise<A>;

/** The items of a stream are those of the pages: `follow_events` streams what `list_events` lists. */
type Followed<Name extends string> = Name extends `follow_${infer What}`
  ? Answer<Extract<(typeof routes)[number], { readonly name: `list_${What}` }>> extends {
      items: readonly (infer Item)[];
    }
    ? AsyncIterable<Item>
    : never
  : never;

type Returned<R extends Route> = R["answerType"] extends "text/event-stream"
  ? Followed<R["name"]>
  : Listed<Answer<R>>;

/** Settings of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Repeating a call with the same key repeats no effect. Only for routes that have one. */
  readonly idempotencyKey?: string | undefined;
}

type Method<R extends Route> =
  Record<never, never> extends InputOf<R>
    ? (input?: InputOf<R>, options?: CallOptions) => Returned<R>
    : (input: InputOf<R>, options?: CallOptions) => Returned<R>;

/** A method for each route of the control API. */
export type RouteMethods = {
  readonly [Name in RouteName as CamelCase<Name>]: Method<RouteOf<Name>>;
};

/** The answer of a method, such as `AnswerOf<"get_run">`. */
export type AnswerOf<Name extends RouteName> = Answer<RouteOf<Name>>;

/** The control API of a daemon. */
export type ControlClient = Omit<RouteMethods, "getReceipt"> & {
  /** Returns the receipt of a run or of a call; undefined if it has none yet. */
  getReceipt(
    runId: string,
    options?: CallOptions & { readonly tenant?: string },
  ): Promise<Receipt | undefined>;
};
