import type { Members } from "./raw-json.ts";

/** A request as it arrives: the parsed body, and what the path says. */
export interface StrictRequest {
  /** From the path if the API has it there, else from the body. Empty if neither names one. */
  readonly model: string;
  readonly body: Members;
  /** Whether the answer is a stream. */
  readonly stream: boolean;
  /** Names and values in turn. Undefined if they are not known, as of a recording. */
  readonly headers?: readonly string[] | undefined;
}

/** What a vendor answers to a request that it rejects. Members that its error body lacks are ignored. */
export interface Violation {
  readonly message: string;
  /** 400 if absent. */
  readonly status?: number;
  readonly type?: string;
  readonly code?: string | null;
  readonly param?: string | null;
}

/** Returns the violation of one rule, if the request breaks it. */
export type Check = (request: StrictRequest) => Violation | undefined;

/** Checks by the name of the rule, in the order in which they are made. */
export type Rules = Readonly<Record<string, Check>>;

/** What one vendor's API rejects, and the form of its errors. */
export interface StrictApi {
  readonly rules: Rules;
  errorBody(violation: Violation): Members;
}

/** Runs checks until one fails. */
export function firstOf(...checks: (() => Violation | undefined)[]): Violation | undefined {
  for (const check of checks) {
    const found = check();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Checks each item until one fails. */
export function firstIn<Item>(
  items: Iterable<Item>,
  check: (item: Item, index: number) => Violation | undefined,
): Violation | undefined {
  let index = 0;
  for (const item of items) {
    const found = check(item, index++);
    if (found !== undefined) return found;
  }
  return undefined;
}
