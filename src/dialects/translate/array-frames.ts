const DATA = "data: ";

/** Turns server-sent events without names into the elements of one JSON array, as they come. */
export class ArrayFrames {
  #isOpen = false;
  #isClosed = false;

  /** The elements for some whole events; their JSON holds no line breaks, so an empty line ends each. */
  frame(text: string): string {
    let out = "";
    for (const event of text.split("\n\n")) {
      if (!event.startsWith(DATA)) continue;
      out += (this.#isOpen ? ",\r\n" : "[") + event.slice(DATA.length);
      this.#isOpen = true;
    }
    return out;
  }

  /** The end of the array, once. */
  end(): string {
    if (this.#isClosed) return "";
    this.#isClosed = true;
    return this.#isOpen ? "]" : "[]";
  }
}
