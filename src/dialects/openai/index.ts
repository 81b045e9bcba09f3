import { chatDialect } from "../chat/index.ts";
import { profile } from "./profile.ts";

/** The dialect of OpenAI's Chat Completions. */
export const openai = chatDialect(profile);
