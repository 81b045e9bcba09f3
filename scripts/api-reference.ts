import { API_PREFIX, openApiDocument, permissions, type Route, roles, routes } from "../src/api/index.ts";
import { jsonSchemaOf } from "../src/api/openapi/schema-components.ts";

/** The control API as an OpenAPI document, as a file. */
export function renderOpenApi(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`;
}

const header = `# Control API

To ask a running daemon for something, send a request to a path below \`${API_PREFIX}\` of its address, with a key:

\`\`\`text
GET ${API_PREFIX}/version HTTP/1.1
Host: 127.0.0.1:8088
Authorization: Bearer abp_…
\`\`\`

A key may also stand in \`x-api-key\` or \`x-abp-key\`, and never in the query. The document for programs is
[\`schemas/openapi.json\`](../schemas/openapi.json); a daemon serves it at \`${API_PREFIX}/openapi.json\`, and a page for people at
\`${API_PREFIX}/docs\`. This page is generated from the table of routes in \`src/api/\`.

- **Bodies** are JSON with \`content-type: application/json\`. A name that stands twice, and a member or parameter that the route
  does not know, is refused.
- **Errors** are problem documents (RFC 9457, \`application/problem+json\`). \`code\` stands in [errors.md](errors.md), and
  \`details.issues\` names every place that is wrong. \`x-abp-request-id\` names the request in every answer.
- **Lists** have \`items\` and \`next_cursor\`. Send the cursor as \`cursor\` for the next page; null says that there is none.
- **\`Idempotency-Key\`** makes a request have its effect once, on the routes that say that they take it: a repetition with the same
  body gets the first answer, with the header \`idempotent-replayed\`, for 24 hours. Another body with the same key is refused with 422,
  and 409 says that the first request is still under way.
- **Foreign ids** are answered exactly like ids that do not exist.
`;

function rights(): string {
  const rows = Object.entries(permissions).map(([name, allowed]) => {
    const cells = roles.map((role) => ((allowed as readonly string[]).includes(role) ? "yes" : ""));
    return `| \`${name}\` | ${cells.join(" | ")} |`;
  });
  return [
    "## Rights of roles",
    "",
    "A role holds within the owner of its key. A right that begins with `all.` needs a key whose tenant is `*` besides.",
    "",
    `| right | ${roles.join(" | ")} |`,
    `|---|${roles.map(() => "---|").join("")}`,
    ...rows,
    "",
  ].join("\n");
}

function section(route: Route): string {
  const { method, path, summary, needs, takesIdempotencyKey, takesSocket } = route;
  const facts = [
    `\`${route.name}\``,
    needs === undefined ? "no key" : `right \`${needs}\``,
    `answers ${route.status}${route.answerType === undefined ? "" : ` \`${route.answerType}\``}`,
    takesIdempotencyKey === true ? "takes `Idempotency-Key`" : undefined,
    takesSocket === true ? "takes a WebSocket upgrade" : undefined,
  ].filter((fact) => fact !== undefined);
  return [
    `### ${method} ${path}`,
    "",
    `${summary}`,
    "",
    facts.join(" · "),
    "",
    ...parameters("parameter", [route.params, route.query]),
    ...parameters("member of the body", [route.body]),
  ].join("\n");
}

interface Shape {
  readonly properties?: Readonly<Record<string, { readonly description?: string; readonly type?: unknown }>>;
  readonly required?: readonly string[];
}

function parameters(title: string, schemas: readonly (Route["body"] | undefined)[]): string[] {
  const rows = schemas.flatMap((schema) => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = jsonSchemaOf(schema, "input") as Shape;
    return Object.entries(properties).map(([name, { description = "", type }]) => {
      const isRequired = required.includes(name) ? "yes" : "";
      const text = description.replaceAll("|", "\\|").replaceAll("\n", " ");
      return `| \`${name}\` | ${typeof type === "string" ? type : "any"} | ${isRequired} | ${text} |`;
    });
  });
  if (rows.length === 0) return [];
  return [`| ${title} | type | required | meaning |`, "|---|---|---|---|", ...rows, ""];
}

/** The reference of the control API for people. */
export function renderApiReference(): string {
  const groups = Map.groupBy(routes as readonly Route[], ({ group }) => group);
  const sections = [...groups].flatMap(([group, rows]) => [`## ${group}`, "", ...rows.map(section)]);
  return [header, rights(), ...sections].join("\n");
}
