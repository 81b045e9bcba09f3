import { expect, it } from "vitest";
import { listAccountIds, listPassed } from "../fixtures/vendor-tables.ts";
import { accountIds } from "./account-ids.ts";
import { endpoints } from "./endpoints.ts";

it("the endpoints that pass through are those of the vendor, with what they make and run", () => {
  expect(listPassed(endpoints)).toEqual([
    "POST /v1/files files resource {makes:[[id]],content:{ids:[file_id,input_file_id,url,image_url,video_url]}}",
    "GET /v1/files files account",
    "ALL /v1/files/:id files resource {content:{ids:[file_id,input_file_id,url,image_url,video_url]}}",
    "ALL /v1/files/:id/* files resource {content:{ids:[file_id,input_file_id,url,image_url,video_url]}}",
    "POST /v1/batches batches resource {makes:[[id],[output_file_id],[error_file_id]],runsModels:true}",
    "GET /v1/batches/:id batches resource {makes:[[output_file_id],[error_file_id]]}",
    "POST /v1/batches/:id/cancel batches resource {makes:[[output_file_id],[error_file_id]]}",
    "GET /v1/batches batches account",
    "GET /v1/users/me/balance account account",
    "POST /coding/v1/files files resource {makes:[[id]],content:{ids:[file_id,input_file_id,url,image_url,video_url]}}",
    "GET /coding/v1/files files account",
    "ALL /coding/v1/files/:id files resource {content:{ids:[file_id,input_file_id,url,image_url,video_url]}}",
    "ALL /coding/v1/files/:id/* files resource {content:{ids:[file_id,input_file_id,url,image_url,video_url]}}",
    "POST /coding/v1/batches batches resource {makes:[[id],[output_file_id],[error_file_id]],runsModels:true}",
    "GET /coding/v1/batches/:id batches resource {makes:[[output_file_id],[error_file_id]]}",
    "POST /coding/v1/batches/:id/cancel batches resource {makes:[[output_file_id],[error_file_id]]}",
    "GET /coding/v1/batches batches account",
    "GET /coding/v1/users/me/balance account account",
    "GET /coding/v1/usages account account",
    "POST /coding/v1/search search inference {tool:web_search}",
    "POST /coding/v1/fetch search inference {tool:web_fetch}",
  ]);
});

it("ids of an account stand where the vendor reads them", () => {
  expect(listAccountIds(accountIds)).toEqual([
    "read file_id {prefixes:[file-],certain:/./}",
    "read input_file_id {prefixes:[file-],certain:/./,isInput:true}",
    "read url {prefixes:[file-],certain:/./,scheme:ms}",
    "read image_url {prefixes:[file-],certain:/./,scheme:ms}",
    "read video_url {prefixes:[file-],certain:/./,scheme:ms}",
    "notRead [[tools,parameters],[metadata],[json_schema,schema]]",
  ]);
});
