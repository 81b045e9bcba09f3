import { type ImportNameKind, parseSync } from "oxc-parser";

/**
 * Takes the modules of Node from `process.getBuiltinModule` instead of importing them. An import reads each member of a module, which
 * takes time for all of them, and for `node:http` loads Node's own fetch client: 35 ms and 13 MB that nothing here needs.
 */
export function takeBuiltins(file: string, code: string): string {
  let text = code;
  for (const { start, end, moduleRequest, entries } of parseSync(
    file,
    code,
  ).module.staticImports.toReversed()) {
    if (!moduleRequest.value.startsWith("node:")) continue;
    // A module may call a variable `process`. An older Node has no such function: it comes to the error that says which Node is needed.
    const module = `globalThis.process.getBuiltinModule?.(${JSON.stringify(moduleRequest.value)})`;
    const of = (kind: `${ImportNameKind}`) => entries.filter(({ importName }) => importName.kind === kind);
    const members = of("Name").map(({ importName: { name }, localName: { value } }) =>
      name === value ? value : `${name}: ${value}`,
    );
    const wholes = [...of("Default"), ...of("NamespaceObject")].map(({ localName }) => localName.value);
    const taken = [...wholes, ...(members.length === 0 ? [] : [`{ ${members.join(", ")} }`])];
    const statement = taken.map((names) => `const ${names} = ${module} ?? {};`).join("\n");
    text = text.slice(0, start) + statement + text.slice(end);
  }
  return text;
}
