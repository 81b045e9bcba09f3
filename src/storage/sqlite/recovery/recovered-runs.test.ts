import { describeInSqlite } from "../fixtures/sqlite-contract.ts";

describeInSqlite("open runs");
