import { API_PREFIX, type Route, routes } from "../../api/index.ts";

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em}
td{padding:.2em .6em;border-top:1px solid #ccc;vertical-align:top}code{font-size:.95em}`;

/** The API as one page for people. It has no scripts and downloads nothing. */
export function docsPage(): string {
  const groups = Map.groupBy(routes as readonly Route[], ({ group }) => group);
  const sections = [...groups].map(
    ([group, rows]) => `<h2>${escapeHtml(group)}</h2><table>${rows.map(rowOf).join("")}</table>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Control API</title><style>${STYLE}</style></head>
<body><h1>Control API</h1><p>Send a key as <code>Authorization: Bearer</code>. The OpenAPI document is at
<a href="${API_PREFIX}/openapi.json">openapi.json</a>.</p>${sections.join("\n")}</body></html>
`;
}

function rowOf({ method, path, summary, needs }: Route): string {
  const right = needs === undefined ? "no key" : `<code>${escapeHtml(needs)}</code>`;
  return `<tr><td><code>${method} ${escapeHtml(path)}</code></td><td>${escapeHtml(summary)}</td><td>${right}</td></tr>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
