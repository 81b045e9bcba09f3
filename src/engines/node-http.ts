/**
 * Node's HTTP module. An `import` reads each of its members, and one of them loads Node's own fetch client, which costs 35 ms
 * and 13 MB and which nothing here uses.
 */
export const nodeHttp: typeof import("node:http") = process.getBuiltinModule("node:http");
