import { expect, it } from "vitest";
import { listPassed } from "../fixtures/vendor-tables.ts";
import { endpoints } from "./endpoints.ts";

const deployed = (path: string, group: string) =>
  `POST /deployments/:hosted_model${path} ${group} inference {hosted:{path:/v1${path},query:[api-version]}}`;

it("stored chats and Azure's deployments pass through beside the rest of OpenAI's API", () => {
  const own = listPassed(endpoints).filter((line) => /chat_completions|deployments\//.test(line));
  expect(own).toEqual([
    "GET /v1/chat/completions chat_completions account",
    "ALL /v1/chat/completions/:id chat_completions resource",
    "ALL /v1/chat/completions/:id/* chat_completions resource",
    deployed("/completions", "completions"),
    deployed("/images/generations", "images"),
    deployed("/images/edits", "images"),
    deployed("/audio/speech", "audio"),
    deployed("/audio/transcriptions", "audio"),
    deployed("/audio/translations", "audio"),
  ]);
});
