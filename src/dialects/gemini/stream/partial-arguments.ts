import { AbpError } from "../../../contract/index.ts";
import { setMember } from "../../../lib/index.ts";
import { isMembers, type Members } from "../../members/members.ts";

const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/gy;

/** Assembles arguments that arrive piece by piece with their paths (`partialArgs`), in linear time. */
export class PartialArguments {
  readonly #root: Members = {};
  #pieces: string[] = [];
  #open: { holder: object; key: string | number; path: string } | undefined;

  /** Takes whole arguments. */
  addWhole(args: Members): void {
    for (const [name, value] of Object.entries(args)) setMember(this.#root, name, value);
  }

  /** Takes the pieces of one event. */
  add(pieces: unknown, where: string): void {
    if (!Array.isArray(pieces)) return;
    for (const [index, piece] of pieces.entries()) {
      const path = isMembers(piece) ? piece["jsonPath"] : undefined;
      if (!isMembers(piece) || typeof path !== "string")
        throw fault(`${where}[${index}].jsonPath is no path`);
      this.#place(piece, path, `${where}[${index}]`);
    }
  }

  /** The text of the arguments; of a call that was cut off, the text without its end. */
  text(isWhole: boolean): string {
    this.#settle();
    const text = JSON.stringify(this.#root);
    return isWhole ? text : text.slice(0, -1);
  }

  #place(piece: Members, path: string, where: string): void {
    const { stringValue } = piece;
    if (this.#open?.path === path && typeof stringValue === "string") {
      this.#pieces.push(stringValue);
      return;
    }
    this.#settle();
    const { holder, key } = locate(this.#root, path, where);
    if (typeof stringValue === "string") {
      setMember(holder, key, "");
      this.#open = { holder, key, path };
      this.#pieces = [stringValue];
    } else setMember(holder, key, piece["numberValue"] ?? piece["boolValue"] ?? null);
  }

  #settle(): void {
    if (this.#open === undefined) return;
    setMember(this.#open.holder, this.#open.key, this.#pieces.join(""));
    this.#open = undefined;
    this.#pieces = [];
  }
}

function locate(root: object, path: string, where: string): { holder: object; key: string | number } {
  const steps = stepsOf(path);
  if (steps.length === 0) throw fault(`${where}.jsonPath is no path that can be followed: ${path}`);
  let holder: object = root;
  for (const [place, key] of steps.entries()) {
    if (typeof key === "number" && (!Array.isArray(holder) || key > holder.length))
      throw fault(`${where}.jsonPath leaves a gap: ${path}`);
    const next = steps[place + 1];
    if (next === undefined) break;
    const known: unknown = Object.hasOwn(holder, key) ? (holder as Members)[key] : undefined;
    const inner = typeof known === "object" && known !== null ? known : typeof next === "number" ? [] : {};
    setMember(holder, key, inner);
    holder = inner;
  }
  return { holder, key: steps.at(-1)! };
}

function stepsOf(path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (match === null) return [];
    const [, name, index, single, double] = match;
    steps.push(index === undefined ? (name ?? (single ?? double)!.replace(/\\(.)/g, "$1")) : Number(index));
  }
  return path.startsWith("$") ? steps : [];
}

function fault(message: string): AbpError {
  return new AbpError("contract_schema_violation", message);
}
