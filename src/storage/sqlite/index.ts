export { sqliteKind } from "./sqlite-kind.ts";
