/** The form of a JSON value, as a vendor's types state it. */
export type Shape =
  | { readonly kind: "any" }
  | { readonly kind: "string" | "number" | "boolean" | "null" }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "list"; readonly item: Shape }
  | { readonly kind: "union"; readonly of: readonly Shape[] }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, Member>; readonly rest?: Shape }
  | { readonly kind: "name"; readonly name: string };

export interface Member {
  readonly shape: Shape;
  readonly isRequired: boolean;
}

export type Shapes = ReadonlyMap<string, Shape>;

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[\w.]+|[{}<>|&:,?*-])/y;

/**
 * Reads definitions, one per line: `Name = type`. A type is written as in TypeScript, with `list<T>` for arrays and
 * `*: T` for the members that are not named. `Name += { … }` adds members to an earlier line, or replaces them;
 * a later `Name = …` replaces it.
 */
export function readShapes(...texts: readonly string[]): Shapes {
  const shapes = new Map<string, Shape>();
  for (const line of texts.join("\n").split("\n")) {
    const match = /^([\w.]+) (\+?=) (.*)$/.exec(line.trim());
    if (match === null) continue;
    const [, name, sign, source] = match;
    const shape = new Parser(source!).read();
    const before = shapes.get(name!);
    shapes.set(name!, sign === "=" || before === undefined ? shape : join(before, shape));
  }
  return shapes;
}

function join(left: Shape, right: Shape): Shape {
  if (left.kind !== "object" || right.kind !== "object") return { kind: "any" };
  const rest = right.rest ?? left.rest;
  return {
    kind: "object",
    members: new Map([...left.members, ...right.members]),
    ...(rest === undefined ? {} : { rest }),
  };
}

class Parser {
  readonly #tokens: string[] = [];
  #at = 0;

  constructor(source: string) {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(source); match !== null; match = TOKEN.exec(source))
      this.#tokens.push(match[1]!);
  }

  read(): Shape {
    const of = [this.#both()];
    while (this.#take("|")) of.push(this.#both());
    return of.length === 1 ? of[0]! : { kind: "union", of };
  }

  #both(): Shape {
    let shape = this.#one();
    while (this.#take("&")) shape = join(shape, this.#one());
    return shape;
  }

  #one(): Shape {
    const token = this.#tokens[this.#at++] ?? "any";
    if (token === "{") return this.#object();
    if (token.startsWith('"') || /^\d/.test(token))
      return { kind: "literal", value: JSON.parse(token) as string };
    switch (token) {
      case "list": {
        this.#take("<");
        const item = this.read();
        this.#take(">");
        return { kind: "list", item };
      }
      case "true":
      case "false":
        return { kind: "literal", value: token === "true" };
      case "string":
      case "number":
      case "boolean":
      case "null":
      case "any":
        return { kind: token };
      default:
        return { kind: "name", name: token };
    }
  }

  #object(): Shape {
    const members = new Map<string, Member>();
    let rest: Shape | undefined;
    while (!this.#take("}")) {
      const token = this.#tokens[this.#at++]!;
      const name = token.startsWith('"') ? (JSON.parse(token) as string) : token;
      const isRequired = !this.#take("?");
      this.#take(":");
      const shape = this.read();
      if (name === "*") rest = shape;
      else members.set(name, { shape, isRequired });
      this.#take(",");
      if (this.#at >= this.#tokens.length) break;
    }
    return { kind: "object", members, ...(rest === undefined ? {} : { rest }) };
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }
}
