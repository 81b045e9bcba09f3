import { describeInSqlite } from "./fixtures/sqlite-contract.ts";

describeInSqlite("evidence", "resource owners");
