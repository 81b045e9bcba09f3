/** Messages that wait for a listener. More would only take memory. */
const MAX_WAITING = 100;

/** Messages of the user during a run, in order, for the one listener of the run. */
export class SteeringMessages {
  #listener: ((text: string) => void) | undefined;
  #waiting: string[] = [];

  /** Delivers a message, or holds it until there is a listener. Of more than 100 that wait, the last are kept. */
  add(text: string): void {
    if (this.#listener !== undefined) this.#listener(text);
    else this.#waiting = [...this.#waiting, text].slice(-MAX_WAITING);
  }

  /** Sets the listener, and delivers what waits. */
  listen(listener: (text: string) => void): void {
    this.#listener = listener;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const text of waiting) listener(text);
  }
}
