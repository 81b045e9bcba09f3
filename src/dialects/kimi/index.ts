import { chatDialect } from "../chat/index.ts";
import { profile } from "./profile.ts";

/** The dialect of Moonshot's Chat Completions. */
export const kimi = chatDialect(profile);
