import type { OpaqueBlock } from "../../../contract/index.ts";
import { isMembers } from "../../members/members.ts";
import { spell } from "../../members/spelling.ts";
import type { EchoedSearch } from "../../search/echoed-search.ts";
import { readSearchUnit, SEARCH_FUNCTION } from "./search-unit.ts";
import { CALL } from "./tool-call.ts";

/** The type of a tool, and of its call, that the vendor runs. */
const BUILTIN = "builtin_function";

/** The search of a vendor whose function `$web_search` gets its own arguments back. */
export function echoedSearch(dialect: string): EchoedSearch {
  const callOf = (id: string, input: string) => ({
    id,
    type: BUILTIN,
    function: { name: SEARCH_FUNCTION, arguments: input },
  });
  return {
    name: SEARCH_FUNCTION,
    tool: {
      kind: "server",
      name: SEARCH_FUNCTION,
      dialect,
      value: { type: BUILTIN, function: { name: SEARCH_FUNCTION } },
    },
    readCall: (block) => {
      // A stream does not tell the vendor's function from others.
      if (block.type === "tool_use" && block.name === SEARCH_FUNCTION)
        return { id: block.id, input: block.inputText ?? "" };
      if (block.type !== "opaque" || block.kind !== BUILTIN || !isMembers(block.value)) return undefined;
      const { id, function: inner } = block.value;
      if (typeof id !== "string" || !isMembers(inner) || inner["name"] !== SEARCH_FUNCTION) return undefined;
      const text = inner["arguments"];
      return { id, input: typeof text === "string" ? text : JSON.stringify(text ?? {}) };
    },
    writeCall: ({ id, input }) => {
      const call: OpaqueBlock = { type: "opaque", dialect, kind: BUILTIN, id, value: callOf(id, input) };
      return spell(call, dialect, CALL);
    },
    writeResult: ({ id, input }) => ({
      type: "tool_result",
      id,
      kind: "function",
      content: [{ type: "text", text: input }],
      // The caller's tools may be renamed for the vendor; its own may not.
      vendor: { [dialect]: { name: SEARCH_FUNCTION } },
    }),
    queriesOf: (input) => readSearchUnit(callOf("", input))?.call?.queries ?? [],
  };
}
