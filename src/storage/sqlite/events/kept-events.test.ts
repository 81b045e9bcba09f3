import { describeInSqlite } from "../fixtures/sqlite-contract.ts";

describeInSqlite("events");
