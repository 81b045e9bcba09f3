import type { NamedId, PassedEndpoint } from "../../dialects/index.ts";
import type { Recognised } from "../exchange/admission.ts";
import { queryOf } from "../exchange/query.ts";
import { formPath, idPlacesOf } from "./id-places.ts";

const PARAMETER = /:([a-z_]+)/g;

/** The id of the thing that a path names; undefined if it names none. */
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

/** The things that a query names in the same parameters as a body does. */
export function namedInQuery({ dialect, endpoint, path }: Recognised): readonly NamedId[] {
  const places = idPlacesOf(dialect.accountIds, endpoint.passed);
  return [...queryOf(path)].flatMap(([name, value]) => places.read(formPath(name), value) ?? []);
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
