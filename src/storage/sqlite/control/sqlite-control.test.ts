import { describeInSqlite } from "../fixtures/sqlite-contract.ts";

describeInSqlite("submitted runs", "approvals", "access keys", "earlier answers", "usage");
