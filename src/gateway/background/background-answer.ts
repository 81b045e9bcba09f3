import { AbpError } from "../../contract/index.ts";
import type { Dialect, Members, StateCodec } from "../../dialects/index.ts";
import { parseAsWritten } from "../../lib/index.ts";
import type { ResponseStore } from "../../storage/index.ts";
import { collectAnswer } from "../exchange/collected-answer.ts";
import type { ResponseSink } from "../exchange/response-sink.ts";
import { EventKeeper, readJson } from "../kept-content/event-keeper.ts";

/** The answer to a background call while it is being made. */
export interface OpenedAnswer {
  readonly sink: ResponseSink;
  /** The finished response. Rejects if there is none; an error of the engine has its status in the details. */
  readonly final: Promise<Members>;
  /** Says which id was given out. Called before the answer begins. */
  identify(id: string): void;
  /** Stores what is kept besides the response, before the response is. */
  close(response: Members): Promise<void>;
}

/** What an answer needs. */
export interface AnswerParts {
  readonly dialect: Dialect;
  readonly state: StateCodec;
  readonly request: Members;
  readonly responses: Pick<ResponseStore, "addEvents">;
}

/** Opens an answer that comes whole. */
export function openWhole({ dialect, state, request }: AnswerParts): OpenedAnswer {
  const collected = collectAnswer();
  let given = "";
  const final = collected.answer.then(({ status, body }) => {
    if (status < 400) return state.writeFinished(given, parseAsWritten(body) as Members, request);
    const { message } = dialect.readError(status, readJson(body));
    throw new AbpError("backend_unavailable", message, { details: { status } });
  });
  return {
    sink: collected.sink,
    final,
    identify: (id) => {
      given = id;
    },
    close: async () => undefined,
  };
}

/** Opens an answer whose events are kept as they come. */
export function openStreamed(parts: AnswerParts): OpenedAnswer {
  let given = "";
  const keeper = new EventKeeper({
    ...parts,
    get id() {
      return given;
    },
  });
  return {
    sink: keeper,
    final: keeper.answer,
    identify: (id) => {
      given = id;
    },
    close: (response) => keeper.close(response),
  };
}
