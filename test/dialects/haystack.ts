/** One value of a document, and where it stands. */
export interface Leaf {
  readonly path: string;
  /** The name of the member that holds it, or of the list that does. */
  readonly name: string;
  readonly value: unknown;
}

/** Every value of a document, in order. */
export function leavesOf(value: unknown, path = "$", name = "", found: Leaf[] = []): Leaf[] {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) leavesOf(item, `${path}[${index}]`, name, found);
  else if (typeof value === "object" && value !== null)
    for (const [member, item] of Object.entries(value))
      leavesOf(item, memberPath(path, member), member, found);
  else found.push({ path, name, value });
  return found;
}

export function memberPath(path: string, member: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(member) ? `${path}.${member}` : `${path}[${JSON.stringify(member)}]`;
}

/** Every text and number of a translated request, also of JSON that stands inside a text. */
export class Haystack {
  readonly #texts = new Set<string>();
  readonly #numbers = new Set<number>();
  readonly #flags = new Set<string>();
  #joined: string | undefined;

  constructor(path: string, body: unknown, ids: readonly string[]) {
    this.#add(decodeURIComponent(path));
    this.#addAll(body);
    for (const id of ids) this.#add(id);
  }

  hasText(text: string): boolean {
    if (this.#texts.has(text)) return true;
    this.#joined ??= [...this.#texts].join("\u0000");
    return this.#joined.includes(text);
  }

  hasNumber(value: number): boolean {
    return this.#numbers.has(value) || this.hasText(String(value));
  }

  hasFlag(name: string, value: boolean): boolean {
    return this.#flags.has(`${name}=${value}`);
  }

  /** Whether the parts of a text that has parts are there: of a data URL, and of JSON. */
  hasInside(text: string): boolean {
    const media = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(text);
    if (media !== null) return this.hasText(media[2]!) || this.hasText(decode(media[2]!));
    if (this.hasText(JSON.stringify(text).slice(1, -1))) return true;
    if (this.hasText(encode(text)) || this.hasText(decode(text))) return true;
    const parsed = parseObject(text);
    if (parsed === undefined) return false;
    return leavesOf(parsed).every(
      ({ value }) =>
        (typeof value !== "string" || this.hasText(value)) &&
        (typeof value !== "number" || this.hasNumber(value)),
    );
  }

  #addAll(value: unknown): void {
    for (const leaf of leavesOf(value)) {
      if (typeof leaf.value === "number") this.#numbers.add(leaf.value);
      if (typeof leaf.value === "string") this.#add(leaf.value);
      if (typeof leaf.value === "boolean") this.#flags.add(`${leaf.name}=${leaf.value}`);
    }
  }

  #add(text: string): void {
    this.#texts.add(text);
    const parsed = parseObject(text);
    if (parsed !== undefined) this.#addAll(parsed);
  }
}

function encode(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}

// A text that is no base64 decodes to something short that would be found by chance, so it must be long.
function decode(text: string): string {
  const decoded = Buffer.from(text, "base64").toString("utf8");
  return decoded.length > 8 && encode(decoded) === text ? decoded : "\u0000nothing";
}

function parseObject(text: string): unknown {
  const first = text.trimStart().charAt(0);
  if (first !== "{" && first !== "[") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
