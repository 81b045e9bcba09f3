import { members, text } from "../raw-json.ts";
import type { Rules } from "../violation.ts";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+\d[\d\s().-]{7,}$/;
const MAX_USER_ID = 256;

export const identityRules: Rules = {
  "claude.metadata.user_id": ({ body }) => {
    const id = text(members(body["metadata"])["user_id"]);
    if (id.length > MAX_USER_ID)
      return { message: `metadata.user_id: String should have at most ${MAX_USER_ID} characters` };
    if (EMAIL.test(id)) return { message: "metadata.user_id: user_id appears to contain an email address" };
    return PHONE.test(id)
      ? { message: "metadata.user_id: user_id appears to contain a phone number" }
      : undefined;
  },
};
