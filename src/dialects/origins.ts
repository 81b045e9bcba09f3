/**
 * Where each node of a conversation stood in the document that it was read from.
 * Kept beside the conversation, so that the conversation itself stays plain data.
 */
export class Origins {
  // It lives as long as one translation; the garbage collector pays more for a weak map than for a plain one.
  readonly #paths = new Map<object, string>();

  /** Remembers a node's place and gives the node back. */
  mark<Node extends object>(node: Node, path: string): Node {
    this.#paths.set(node, path);
    return node;
  }

  /** The place of a node, such as `$.messages[2].content[0]`; undefined for a node that was made, not read. */
  of(node: object): string | undefined {
    return this.#paths.get(node);
  }
}
