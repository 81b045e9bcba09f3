import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseSync } from "oxc-parser";

/** A node of the parser's tree; only the members that this file reads. */
interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

interface Scope {
  readonly file: string;
  readonly path: readonly string[];
}

interface Declaration {
  readonly scope: Scope;
  readonly node: Node;
}

interface TypeFile {
  readonly declarations: Map<string, Declaration>;
  /** Files by the alias of `import * as alias`. */
  readonly aliases: Map<string, string>;
}

const files = new Map<string, TypeFile>();

/** Writes a type of an SDK, and every type that it refers to, one line each, in the notation of `shape/notation.ts`. */
export function describeTypes(entry: string, roots: readonly string[]): string[] {
  const lines = new Map<string, string>();
  const pending = roots.map((name) => find({ file: resolve(entry), path: [] }, name)!);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const name = nameOf(next);
    if (lines.has(name)) continue;
    lines.set(name, "");
    const refer = (found: Declaration): string => {
      pending.push(found);
      return nameOf(found);
    };
    lines.set(name, `${name} = ${describeDeclaration(next, refer)}`);
  }
  return [...lines.values()].sort();
}

function load(path: string): TypeFile {
  const known = files.get(path);
  if (known !== undefined) return known;
  const file: TypeFile = { declarations: new Map(), aliases: new Map() };
  files.set(path, file);
  const { program } = parseSync(path, readFileSync(path, "utf8"), { lang: "ts" });
  collect(file, (program as unknown as { body: Node[] }).body, { file: path, path: [] });
  return file;
}

function collect(file: TypeFile, statements: readonly Node[], scope: Scope): void {
  for (const statement of statements) {
    const node = (statement.type.startsWith("Export") ? statement["declaration"] : statement) as Node | null;
    if (statement.type === "ImportDeclaration") collectImports(file, statement, scope.file);
    if (node === null || node === undefined) continue;
    const name = (node["id"] as Node | undefined)?.["name"];
    if (typeof name !== "string") continue;
    const path = [...scope.path, name];
    if (node.type === "TSModuleDeclaration")
      collect(file, ((node["body"] as Node | null)?.["body"] as Node[] | undefined) ?? [], {
        ...scope,
        path,
      });
    else if (/^(TSInterface|TSTypeAlias|TSEnum|Class)Declaration$/.test(node.type))
      file.declarations.set(path.join("."), { scope: { ...scope, path }, node });
  }
}

function collectImports(file: TypeFile, statement: Node, from: string): void {
  const source = (statement["source"] as Node)["value"] as string;
  if (!source.startsWith(".")) return;
  const base = join(dirname(from), source).replace(/\.m?js$/, "");
  const path = [`${base}.d.ts`, `${base}/index.d.ts`, base].find((one) => existsSync(one));
  if (path === undefined) return;
  for (const one of statement["specifiers"] as Node[])
    file.aliases.set((one["local"] as Node)["name"] as string, path);
}

function find(scope: Scope, name: string): Declaration | undefined {
  const { declarations, aliases } = load(scope.file);
  for (let depth = scope.path.length; depth >= 0; depth--) {
    const found = declarations.get([...scope.path.slice(0, depth), name].join("."));
    if (found !== undefined) return found;
  }
  const [alias, ...rest] = name.split(".");
  const file = aliases.get(alias!);
  if (file === undefined) return undefined;
  return rest.length === 0 ? find({ file, path: [] }, alias!) : find({ file, path: [] }, rest.join("."));
}

function nameOf({ scope }: Declaration): string {
  return scope.path.join(".");
}

type Refer = (found: Declaration) => string;

function describeDeclaration({ scope, node }: Declaration, refer: Refer): string {
  if (node.type === "TSTypeAliasDeclaration") return describe(node["typeAnnotation"] as Node, scope, refer);
  if (node.type === "TSEnumDeclaration") return describeEnum(node);
  const own = describeMembers(membersOf(node), scope, refer);
  const parents = ((node["extends"] as Node[] | undefined) ?? []).map((one) => {
    const parent = find(scope, qualified(one["expression"] as Node));
    return parent === undefined ? "{}" : describeDeclaration(parent, refer);
  });
  return [own, ...parents].join(" & ");
}

function membersOf(node: Node): Node[] {
  const body = node["body"] as Node;
  return (body["body"] as Node[]) ?? [];
}

function describeEnum(node: Node): string {
  const members = ((node["body"] as Node | undefined)?.["members"] ?? node["members"]) as Node[];
  return members.map((one) => JSON.stringify((one["initializer"] as Node)["value"])).join(" | ");
}

function describeMembers(members: readonly Node[], scope: Scope, refer: Refer): string {
  const parts: string[] = [];
  for (const member of members) {
    const annotation = (member["typeAnnotation"] as Node | null)?.["typeAnnotation"] as Node | undefined;
    if (annotation === undefined) continue;
    if (member.type === "TSIndexSignature") parts.push(`*: ${describe(annotation, scope, refer)}`);
    else if (member.type === "TSPropertySignature" || member.type === "PropertyDefinition") {
      const key = member["key"] as Node;
      const name = (key["name"] ?? key["value"]) as string;
      const text = /^\w+$/.test(name) ? name : JSON.stringify(name);
      parts.push(`${text}${member["optional"] === true ? "?" : ""}: ${describe(annotation, scope, refer)}`);
    }
  }
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

function describe(node: Node, scope: Scope, refer: Refer): string {
  switch (node.type) {
    case "TSStringKeyword":
      return "string";
    case "TSNumberKeyword":
      return "number";
    case "TSBooleanKeyword":
      return "boolean";
    case "TSNullKeyword":
      return "null";
    case "TSLiteralType":
      return JSON.stringify((node["literal"] as Node)["value"]);
    case "TSUnionType":
      return (node["types"] as Node[]).map((one) => describe(one, scope, refer)).join(" | ");
    case "TSParenthesizedType":
      return describe(node["typeAnnotation"] as Node, scope, refer);
    case "TSArrayType":
      return `list<${describe(node["elementType"] as Node, scope, refer)}>`;
    case "TSTypeLiteral":
      return describeMembers(node["members"] as Node[], scope, refer);
    case "TSIntersectionType":
      return describeIntersection(node["types"] as Node[], scope, refer);
    case "TSTypeReference":
      return describeReference(node, scope, refer);
    default:
      return "any";
  }
}

// `string & {}` lets an editor suggest names beside any string.
function describeIntersection(types: readonly Node[], scope: Scope, refer: Refer): string {
  const first = types[0]!;
  return first.type === "TSStringKeyword"
    ? "string"
    : types.map((one) => describe(one, scope, refer)).join(" & ");
}

function describeReference(node: Node, scope: Scope, refer: Refer): string {
  const name = qualified(node["typeName"] as Node);
  const given = ((node["typeArguments"] as Node | null)?.["params"] as Node[] | undefined) ?? [];
  if (name === "Array") return `list<${describe(given[0]!, scope, refer)}>`;
  if (name === "Record") return `{ *: ${describe(given[1]!, scope, refer)} }`;
  const found = find(scope, name);
  return found === undefined ? "any" : refer(found);
}

function qualified(node: Node): string {
  if (node.type === "TSQualifiedName")
    return `${qualified(node["left"] as Node)}.${(node["right"] as Node)["name"]}`;
  return node["name"] as string;
}
