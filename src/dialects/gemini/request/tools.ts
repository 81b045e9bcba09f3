import type { Tool } from "../../../contract/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import { wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { markSafetyChecked } from "../../typed-tools/safety-checks.ts";
import { rememberSpelling, spellingOf } from "../spelling.ts";
import { ID, open } from "../wire.ts";
import { readHosted, readServer } from "./hosted-tools.ts";
import { fromOpenApi, withSmallTypes } from "./openapi-schema.ts";
import { rewriteSchema } from "./schema.ts";

/** The rule of the API for function names (FunctionDeclaration.name). */
const FUNCTION_NAME = /^[A-Za-z_][\w.:-]{0,127}$/;

/** The tools of a request: each function, and each tool that Google runs, as one of its own. */
export function readTools(value: unknown, path: string, origins: Origins): Tool[] {
  if (isMembers(value)) {
    const tools = readTool(value, path, origins);
    rememberSpelling(tools[0], { isSingle: true });
    return tools;
  }
  if (!Array.isArray(value)) throw wrongType(path, value, "a list");
  return value.flatMap((item, index) => readTool(item, `${path}[${index}]`, origins));
}

function readTool(value: unknown, path: string, origins: Origins): Tool[] {
  const tool = open(value, path);
  const found: Tool[] = [];
  for (const [name, member] of Object.entries(tool.value)) {
    if (member === null) continue;
    if (name === "functionDeclarations") {
      found.push(...(tool.list(name, (item, place) => readFunction(item, place, origins)) ?? []));
    } else if (camelCase(name) === "mcpServers" && Array.isArray(member) && member.length > 0) {
      found.push(...readServers(name, member, tool.at(name), origins));
    } else {
      const hosted = readHosted(camelCase(name), member);
      const server: Tool = {
        kind: "server",
        name,
        dialect: ID,
        value: { [name]: member },
        ...(hosted === undefined ? {} : { hosted }),
      };
      const isChecked = camelCase(name) === "computerUse";
      found.push(origins.mark(isChecked ? markSafetyChecked(server) : server, tool.at(name)));
    }
  }
  return found;
}

function readServers(name: string, list: readonly unknown[], path: string, origins: Origins): Tool[] {
  return list.map((item, index) => {
    const hosted = readServer(item);
    const server: Tool = {
      kind: "server",
      name: hosted?.server ?? name,
      dialect: ID,
      value: { [name]: [item] },
      ...(hosted === undefined ? {} : { hosted }),
    };
    return origins.mark(server, `${path}[${index}]`);
  });
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function readFunction(value: unknown, path: string, origins: Origins): Tool {
  const declaration = open(value, path);
  const name = declaration.need("name");
  const description = declaration.text("description");
  const schema = declaration.take("parametersJsonSchema");
  const openApi = schema === undefined ? declaration.take("parameters") : undefined;
  const parameters =
    schema !== undefined
      ? rememberSpelling(withSmallTypes(schema), {
          schema: { member: "parametersJsonSchema", value: schema },
        })
      : rememberSpelling(fromOpenApi(openApi), { schema: { member: "parameters", value: openApi } });
  const tool: Tool = {
    kind: "function",
    name,
    ...(description === undefined ? {} : { description }),
    parameters,
    ...asVendor(ID, leftover(declaration)),
  };
  return origins.mark(tool, path);
}

/** The tools as the API has them: the functions in one list, where the first of them stood. */
export function writeTools(tools: readonly Tool[], writing: Writing): Members[] | Members {
  const written: Members[] = [];
  const declarations: Members[] = [];
  for (const tool of tools) {
    if (tool.kind === "function") {
      if (declarations.length === 0) written.push({ functionDeclarations: declarations });
      declarations.push(writeFunction(tool, writing));
    } else if (tool.kind === "server" && tool.dialect === ID && isMembers(tool.value)) {
      const last = written.at(-1);
      if (last === undefined || !joinServers(last, tool.value)) written.push({ ...tool.value });
    }
  }
  return written.length === 1 && spellingOf(tools[0]).isSingle === true ? written[0]! : written;
}

// MCP servers that follow each other stand in one list.
function joinServers(last: Members, next: Members): boolean {
  const [[name, servers] = []] = Object.entries(next);
  if (name === undefined || camelCase(name) !== "mcpServers" || !Array.isArray(servers)) return false;
  const before = last[name];
  if (!Array.isArray(before)) return false;
  last[name] = [...(before as unknown[]), ...(servers as unknown[])];
  return true;
}

function writeFunction(tool: Extract<Tool, { kind: "function" }>, writing: Writing): Members {
  if (!FUNCTION_NAME.test(tool.name)) {
    const reason = `Gemini takes no function name like ${JSON.stringify(tool.name)}`;
    writing.note({ node: tool, at: "", disposition: "refused", reason, feature: "tool.function" });
  }
  return restoreOwn(
    {
      name: tool.name,
      ...(tool.description === undefined ? {} : { description: tool.description }),
      ...writeParameters(tool, writing),
    },
    ownMembers(tool, ID),
  );
}

function writeParameters(tool: Extract<Tool, { kind: "function" }>, writing: Writing): Members {
  const { parameters } = tool;
  const spelled = spellingOf(parameters).schema;
  if (spelled !== undefined) return { [spelled.member]: spelled.value };
  if (parameters === undefined || parameters === null) return {};
  const { schema, changes } = rewriteSchema(parameters);
  for (const { at, disposition, reason } of changes) {
    const place = at === "" ? "" : ` (at ${at.slice(1)})`;
    writing.note({ node: tool, at: "", disposition, reason: `${reason}${place}`, feature: "tool.function" });
  }
  return { parametersJsonSchema: asObject(schema) };
}

// The field must describe an object; a tool without parameters often says so with an empty schema.
function asObject(schema: unknown): unknown {
  return isMembers(schema) && Object.keys(schema).length === 0 ? { type: "object" } : schema;
}
