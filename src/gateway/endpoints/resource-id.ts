import type { PassedEndpoint } from "../../dialects/index.ts";
import type { Recognised } from "../exchange.ts";

const PARAMETER = /:([a-z_]+)/g;

/** The id of the thing that a path names; undefined where it names none. */
export function idInPath({ endpoint, parameters }: Recognised): string | undefined {
  const id = parameters["id"];
  if (id === undefined) return undefined;
  return endpoint.passed?.id?.replace(PARAMETER, (_, name: string) => parameters[name] ?? "") ?? id;
}

/** The id of an upload that an earlier call began, as the query names it. */
export function uploadInQuery({ endpoint, path }: Recognised): string | undefined {
  const name = endpoint.passed?.continues;
  const value = name === undefined ? null : queryOf(path).get(name);
  return value === null ? undefined : uploadId(name!, value);
}

/** How an upload is stored among other ids. */
export function uploadId(name: string, value: string): string {
  return `${name}=${value}`;
}

/** The ids that a query names in the same parameters as a body does. */
export function idsInQuery({ endpoint, path }: Recognised): readonly string[] {
  const { passed } = endpoint;
  if (passed?.names === undefined) return [];
  return [...queryOf(path)].flatMap(([name, value]) =>
    isNaming(passed, [name]) ? namedIds(passed, name, value) : [],
  );
}

/** Whether the member at a path names things of an account. Vendors take several spellings of a name. */
export function isNaming({ names }: Pick<PassedEndpoint, "names">, path: readonly string[]): boolean {
  if (names === undefined) return false;
  const last = path.findLast((name) => name !== "*") ?? "";
  const spelling = foldName(last);
  return names.some((name) => foldName(name) === spelling);
}

/**
 * The ids that a value of such a member may stand for: itself, or with the kind before it where it has none. Empty where the
 * value is not a thing of an account.
 */
export function namedIds(
  passed: Pick<PassedEndpoint, "id" | "namePattern">,
  member: string,
  value: string,
): readonly string[] {
  const id = shortName(value);
  if (passed.namePattern?.test(id) === false) return [];
  if (id.includes("/") || passed.id?.includes("/") !== true) return [id];
  return [`${kindOf(passed.id)}${id}`, `${member}s/${id}`];
}

/** The id under which something that a call made is stored. */
export function madeId(passed: PassedEndpoint, value: string): string {
  const id = shortName(value);
  return id.includes("/") || passed.id?.includes("/") !== true ? id : kindOf(passed.id) + id;
}

/** The text before the parameter `:id`. */
function kindOf(template: string): string {
  return template.slice(0, template.indexOf(":"));
}

/** The kind and name behind the version of a vendor's API. */
const NAME_IN_ADDRESS = /\/v\d\w*\/([a-z]+\/[^/:]+)(?::[a-z]+)?$/i;

// An address of the vendor stands for the thing at its end, such as `files/abc`.
function shortName(value: string): string {
  const url = /^https?:/.test(value) ? URL.parse(value) : null;
  return (url === null ? undefined : NAME_IN_ADDRESS.exec(url.pathname)?.[1]) ?? value;
}

function queryOf(path: string): URLSearchParams {
  const question = path.indexOf("?");
  return new URLSearchParams(question === -1 ? "" : path.slice(question + 1));
}

// A form writes the members of lists and objects as `file_ids[]` and `video[id]`.
function foldName(name: string): string {
  const inner = /\[([^\]]+)\](?:\[\])?$/.exec(name)?.[1] ?? name.replace(/\[\d*\]$/, "");
  return inner.replaceAll(/[_-]/g, "").toLowerCase();
}
