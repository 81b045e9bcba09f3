import type { Conversation, Tool, ToolChoice } from "../../contract/index.ts";
import type { Dialect, Reading } from "../dialect.ts";
import { isMembers, type Members } from "../members/members.ts";
import { Origins } from "../origins.ts";
import { typedForm } from "../typed-tools/typed-form.ts";
import { isMcpEntry, listMcpTools } from "./mcp-offer.ts";
import { type OfferedTool, qualifiedName, type ToolMembers, textOf } from "./offered-tool.ts";

/** The tools of a request. */
export interface RequestOffers {
  readonly tools: readonly OfferedTool[];
  /** The member that may bring tools which cannot be seen here; undefined where there is none. */
  readonly hidden: string | undefined;
}

/**
 * Lists every tool that a request offers to the model or makes it call: functions, freeform tools, tools that the vendor
 * runs, MCP servers, and the names in its tool choice. Calls in the history are not among them. Throws what the dialect's
 * reader throws where the request cannot be read.
 */
export function listOfferedTools(
  dialect: Dialect,
  body: Members,
  facts: Omit<Reading, "origins">,
): RequestOffers {
  const origins = new Origins();
  const conversation = dialect.readRequest(body, { origins, ...facts });
  const { toolMembers } = dialect;
  const { servers: definitions } = toolMembers;
  const isDefinition = (tool: Tool) =>
    definitions !== undefined && tool.kind === "server" && isMembers(tool.value) && definitions in tool.value;
  const listed = conversation.tools.filter((tool) => !isDefinition(tool));
  const tools = listed.flatMap((tool) => nameTool(tool, origins.of(tool) ?? "$.tools", toolMembers));
  const servers = listServers(body, toolMembers, conversation);
  const chosen = namesInChoice(conversation.toolChoice);
  const where = conversation.toolChoice === undefined ? undefined : origins.of(conversation.toolChoice);
  const known = new Set([...listed, ...tools].map(({ name }) => name));
  const forced = chosen
    .filter((name) => !known.has(name))
    .map((name) => ({ name, where: where ?? "$.tool_choice", runsElsewhere: false }));
  return { tools: [...tools, ...servers, ...forced], hidden: findHidden(body, toolMembers) };
}

function nameTool(tool: Tool, where: string, members: ToolMembers): OfferedTool[] {
  if (tool.kind === "server")
    return nameServerTool(tool.name, isMembers(tool.value) ? tool.value : {}, where, members);
  const name = qualifiedName(tool.namespace, tool.name);
  const type = tool.kind === "function" ? typedForm(tool)?.members["type"] : undefined;
  if (typeof type === "string") {
    const aliases = [tool.name, type, type.replace(/_\d{8}$/, "")].filter((one) => one !== name);
    return [{ name, aliases: [...new Set(aliases)], where, runsElsewhere: false }];
  }
  return [
    {
      name,
      ...(name === tool.name ? {} : { aliases: [tool.name] }),
      where,
      runsElsewhere: false,
    },
  ];
}

function nameServerTool(name: string, value: Members, where: string, members: ToolMembers): OfferedTool[] {
  if (isMcpEntry(value)) return listMcpTools(value, where);
  const servers = value["mcpServers"];
  if (Array.isArray(servers))
    return servers.flatMap((server) => listMcpTools(isMembers(server) ? server : {}, where));
  // Functions that stand beside another list of functions, in the other spelling of its name.
  const functions = value[name];
  if (Array.isArray(functions)) {
    return functions.map((item, index) => {
      const own = (isMembers(item) ? textOf(item, "name") : undefined) ?? "";
      return { name: own, where: `${where}[${index}]`, runsElsewhere: false };
    });
  }
  const type = textOf(value, "type");
  const stem = type?.replace(/_\d{8}$/, "");
  // The vendor decides by the type what a tool does, so a name that does not belong to the type is only another name.
  const isNamed = textOf(value, "name") === undefined || stem === undefined;
  const isPublished = isNamed || name === stem || (members.namesOfType?.[stem]?.includes(name) ?? false);
  // Google's tools are named by a member, which has two spellings.
  const own = !isPublished ? stem : name in value ? camelCase(name) : name;
  const others = [name, type, stem, snakeCase(own)].filter((one) => one !== undefined && one !== own);
  const tool = { name: own, aliases: [...new Set(others as string[])], where, runsElsewhere: true };
  const inner = namesInside(value).filter((one) => one !== own);
  return [tool, ...inner.map((one) => ({ name: one, where, runsElsewhere: false }))];
}

// A tool in a form that this dialect does not know may still be one that the engine knows, and name itself further
// inside. Each such name is judged too.
function namesInside(value: Members): string[] {
  const names = Object.values(value).flatMap((member) => {
    const parts = Array.isArray(member) ? member : [member];
    return parts.filter(isMembers).flatMap((part) => [textOf(part, "name"), ...namesInside(part)]);
  });
  return [...new Set(names)].filter((name) => name !== undefined);
}

function listServers(body: Members, { servers }: ToolMembers, { tools }: Conversation): OfferedTool[] {
  const list = servers === undefined ? undefined : body[servers];
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry, index) => {
    const server = isMembers(entry) ? entry : {};
    // A toolset among the tools says which tools of the server are offered.
    const isListed = tools.some(
      (tool) =>
        tool.kind === "server" && isMembers(tool.value) && tool.value["mcp_server_name"] === server["name"],
    );
    return isListed ? [] : listMcpTools(server, `$.${servers}[${index}]`);
  });
}

function namesInChoice(choice: ToolChoice | undefined): string[] {
  if (choice === undefined) return [];
  const own = Object.values(choice.vendor ?? {}).map((members) => members["name"]);
  const names = [choice.name, ...(choice.allowed ?? []), ...own];
  return names.filter((name) => typeof name === "string");
}

// A server that ignores case or underscores in names would read a member that our reader does not.
function findHidden(body: Members, { known, hidden }: ToolMembers): string | undefined {
  const spellings = new Set([...known, ...hidden].map(plainName));
  return Object.keys(body).find(
    (name) =>
      spellings.has(plainName(name)) &&
      !known.includes(name) &&
      body[name] !== null &&
      body[name] !== undefined,
  );
}

function plainName(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
