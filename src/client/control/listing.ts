/** Where a list goes on: behind a cursor, or behind an event. */
interface AnyPage {
  readonly items: readonly unknown[];
  readonly next_cursor?: string | null;
  readonly next_after?: string;
  readonly has_ended?: boolean;
}

/** A list: awaited it is one page, and iterated it is all items, page after page. */
export interface Listing<Page, Item> extends PromiseLike<Page>, AsyncIterable<Item> {
  /** The pages, from the one that was asked for. */
  pages(): AsyncIterable<Page>;
  /** All items. */
  all(): Promise<Item[]>;
}

type Input = Readonly<Record<string, unknown>>;

/** Makes a list of what gets one page. Nothing is asked for before somebody waits for it. */
export function listingOf<Page, Item>(
  input: Input,
  get: (input: Input) => Promise<Page>,
): Listing<Page, Item> {
  let first: Promise<Page> | undefined;
  const getFirst = (): Promise<Page> => {
    first ??= get(input);
    return first;
  };
  async function* pages(): AsyncGenerator<Page> {
    let asked: Input | undefined = input;
    while (asked !== undefined) {
      const page: Page = await (asked === input ? getFirst() : get(asked));
      yield page;
      asked = nextInput(asked, page as AnyPage);
    }
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) yield* (page as AnyPage).items as readonly Item[];
  }
  const all = async (): Promise<Item[]> => {
    const list: Item[] = [];
    for await (const item of items()) list.push(item);
    return list;
  };
  return {
    all,
    // biome-ignore lint/suspicious/noThenProperty: a list that is awaited is its first page.
    then: (onPage, onError) => getFirst().then(onPage, onError),
    pages: () => ({ [Symbol.asyncIterator]: pages }),
    [Symbol.asyncIterator]: items,
  };
}

/** What asks for the next page; undefined if the page is the last one. */
function nextInput(input: Input, page: AnyPage): Input | undefined {
  if (typeof page.next_cursor === "string") return { ...input, cursor: page.next_cursor };
  const { next_after: after, has_ended: hasEnded = false } = page;
  // Without items and without progress, nothing has happened behind the page yet.
  if (after === undefined || hasEnded || after === input["after"]) return undefined;
  return { ...input, after };
}
