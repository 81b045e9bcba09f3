import type { EndpointAccess, EndpointMethod, PassedEndpoint, PlainEndpoint } from "./endpoint.ts";

/** What an endpoint does besides its group and access. */
export type PassedDetails = Omit<PassedEndpoint, "group" | "access">;

/** One endpoint: its method, its path, and what it does. */
export type PassedCall = readonly [method: EndpointMethod, path: string, details?: PassedDetails];

const METHODS: readonly EndpointMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const MAKES_ID: PassedDetails = { makes: [["id"]] };

/** Endpoints of one group that pass through, all with the same access. */
export function passed(group: string, access: EndpointAccess, calls: readonly PassedCall[]): PlainEndpoint[] {
  return calls.map(([method, path, details]) => ({
    method,
    path,
    operation: "pass",
    passed: { group, access, ...details },
  }));
}

/** Whatever the vendor has below a path of its administration. */
export function accountTree(group: string, root: string): PlainEndpoint[] {
  return passed(
    group,
    "account",
    METHODS.flatMap((method): PassedCall[] => [
      [method, root],
      [method, `${root}/*`],
    ]),
  );
}

/**
 * The endpoints of one kind of thing that a vendor keeps: make one, list those of the account, and everything below the id
 * of one. `details` are those of all endpoints that take or answer with such a thing.
 */
export function collection(group: string, root: string, details: PassedDetails = {}): PlainEndpoint[] {
  return [
    ...passed(group, "resource", [["POST", root, { ...MAKES_ID, ...details }]]),
    ...passed(group, "account", [["GET", root]]),
    ...things(group, root, details),
  ];
}

/** Everything below the id of a thing that a vendor keeps. */
export function things(
  group: string,
  root: string,
  { makes: _, ...details }: PassedDetails = {},
): PlainEndpoint[] {
  return passed(
    group,
    "resource",
    METHODS.flatMap((method): PassedCall[] => [
      [method, `${root}/:id`, details],
      [method, `${root}/:id/*`, details],
    ]),
  );
}
