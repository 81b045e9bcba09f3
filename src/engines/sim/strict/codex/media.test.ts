import { describeRules } from "../fixtures/rule-cases.ts";
import { content, error, path, plain } from "./fixtures/requests.ts";
import { mediaRules } from "./media.ts";

describeRules({
  dialect: "codex",
  rules: mediaRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.media",
      good: content({ type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" }),
      bad: content({ type: "input_file", file_data: "data:application/pdf;base64,AAAA" }),
      body: error(
        "Missing required parameter: 'input[0].content[0].filename'.",
        "input[0].content[0].filename",
        "missing_required_parameter",
      ),
    },
    {
      rule: "codex.media",
      good: content({ type: "input_image", image_url: "data:image/png;base64,AAAA" }),
      bad: content({ type: "input_image", file_id: "file_011" }),
      body: error(
        "Invalid 'input[0].content[0].file_id': 'file_011'. Expected an ID that begins with 'file'.",
        "input[0].content[0].file_id",
        "invalid_value",
      ),
    },
  ],
});
