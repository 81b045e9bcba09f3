// A node that a rule changed is a copy; the account still names the place of the node that was read.
const originals = new WeakMap<object, object>();

/** Remembers that a node replaces another one, so that it has its place; gives the new node back. A node does not replace itself. */
export function replacing<Node extends object>(original: object, node: Node): Node {
  if (node !== original) originals.set(node, original);
  return node;
}

/**
 * Where each node of a conversation stood in the document that it was read from.
 * Kept beside the conversation, so that the conversation itself stays plain data.
 *
 * @example
 * import { Origins } from "agent-backplane/dialects";
 * const origins = new Origins();
 * origins.mark(conversation, "$");
 * origins.of(conversation); // $
 */
export class Origins {
  // It lives as long as one translation; the garbage collector pays more for a weak map than for a plain one.
  readonly #paths = new Map<object, string>();
  #places: Map<string, string> | undefined;

  /** Remembers a node's place and gives the node back. */
  mark<Node extends object>(node: Node, path: string): Node {
    this.#paths.set(node, path);
    return node;
  }

  /** Remembers the place of a feature of the request itself, if its dialect has several names for it. */
  markFeature(feature: string, path: string): void {
    this.#places ??= new Map();
    this.#places.set(feature, path);
  }

  /** The place of a feature that was marked. */
  ofFeature(feature: string): string | undefined {
    return this.#places?.get(feature);
  }

  /** The place of a node, such as `$.messages[2].content[0]`; undefined for a node that was made, not read. */
  of(node: object): string | undefined {
    for (let one: object | undefined = node; one !== undefined; one = originals.get(one)) {
      const path = this.#paths.get(one);
      if (path !== undefined) return path;
    }
    return undefined;
  }
}
