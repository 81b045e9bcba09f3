/** Runs actions one after another, in the order in which they are given. An action that fails does not stop the next. */
export class InOrder {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(action: () => Result | Promise<Result>): Promise<Result> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
