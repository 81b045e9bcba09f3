import type { ModelRule } from "../rule.ts";
import { digestOf } from "./digest.ts";

// The shapes that Anthropic names: an e-mail address, and a telephone number of seven digits or more.
const CONTACT = /^(?:[^\s@]+@[^\s@]+\.[^\s@]+|\+?[\d\s().-]{7,20})$/;

/** Keeps the user's id within the length and the shapes that the target takes. */
export const userLimit: ModelRule = {
  id: "identity.user",
  title:
    "A user id that is too long, or that is an e-mail address or a telephone number, is sent as its hash.",
  feature: "user",
  remedies: ["hash"],
  limit: "identity",
  apply(conversation, { identity }, note) {
    const { user } = conversation;
    if (user === undefined || identity === undefined) return conversation;
    const { userLength = Number.POSITIVE_INFINITY, contacts } = identity;
    const isLong = user.length > userLength;
    if (!isLong && !(contacts === "rejected" && isContact(user))) return conversation;
    note({
      node: undefined,
      at: "$.user",
      disposition: "disclosed",
      reason: isLong
        ? `the id has ${user.length} characters and the target takes ${userLength}; its hash is sent`
        : "the target takes no e-mail address or telephone number; its hash is sent",
      feature: "user",
    });
    return { ...conversation, user: digestOf(user, userLength) };
  },
};

function isContact(user: string): boolean {
  return CONTACT.test(user) && (user.includes("@") || user.replace(/\D/g, "").length >= 7);
}
