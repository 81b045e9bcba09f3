import { chatDialect } from "../chat/index.ts";
import { profile } from "./wire.ts";

/** The dialect of Moonshot's Chat Completions. */
export const kimi = chatDialect(profile);
