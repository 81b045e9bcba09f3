import { expect, it } from "vitest";
import { isOrganizationHeader, isOrganizationProtocol, isPrivateParameter } from "./organization-choice.ts";

it.each([
  "key",
  "$key",
  "access_token",
  "oauth_token",
  "userProject",
  "$userProject",
  "quotaUser",
  "QUOTAUSER",
])("the parameter %s chooses an account or is a credential", (name) =>
  expect(isPrivateParameter(name)).toBe(true),
);

it.each(["alt", "pageSize", "keys", "user", "after", "project"])("the parameter %s does not", (name) =>
  expect(isPrivateParameter(name)).toBe(false),
);

it.each(["openai-organization.org-1", "openai-project.proj_1", "OpenAI-Project.x"])(
  "the subprotocol %s chooses an account",
  (protocol) => expect(isOrganizationProtocol(protocol)).toBe(true),
);

it.each(["realtime", "openai-beta.realtime-v1", "openai-organizations"])(
  "the subprotocol %s does not",
  (protocol) => expect(isOrganizationProtocol(protocol)).toBe(false),
);

it.each([
  "anthropic-version",
  "anthropic-beta",
  "openai-beta",
  "x-goog-api-client",
  "copilot-integration-id",
])("the header %s chooses no account", (name) => expect(isOrganizationHeader(name)).toBe(false));
