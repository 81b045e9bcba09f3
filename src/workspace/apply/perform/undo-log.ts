/** Takes back what an apply did that failed in the middle, the last action first. */
export class UndoLog {
  readonly #actions: { readonly rawPath: string; readonly undo: () => Promise<unknown> }[] = [];

  /** To be called when the action is done. */
  add(rawPath: string, undo: () => Promise<unknown>): void {
    this.#actions.push({ rawPath, undo });
  }

  /** Takes back everything that is possible. Returns the paths that could not be restored. */
  async run(): Promise<readonly string[]> {
    const failed = new Set<string>();
    for (const { rawPath, undo } of this.#actions.splice(0).toReversed()) {
      try {
        await undo();
      } catch {
        failed.add(rawPath);
      }
    }
    return [...failed];
  }
}
