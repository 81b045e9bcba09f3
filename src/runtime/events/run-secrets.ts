import { encodedForms, REDACTED } from "../../lib/index.ts";

/** Values that nothing of a run may record, such as the key of its agent. */
export class RunSecrets {
  #forms: readonly string[] = [];

  add(secret: string): void {
    this.#forms = [...this.#forms, ...encodedForms(secret)];
  }

  /** The text with each secret replaced. */
  hideIn(text: string): string {
    return this.#forms.reduce((shown, form) => shown.replaceAll(form, REDACTED), text);
  }

  /** The value with each secret in its texts replaced; the value itself if it holds none. It must be plain JSON. */
  hide<Value>(value: Value): Value {
    if (this.#forms.length === 0) return value;
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) return value;
    const shown = this.hideIn(text);
    return shown === text ? value : (JSON.parse(shown) as Value);
  }
}
