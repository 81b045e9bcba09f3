/** One event of a Responses stream, as far as these tests read it. */
export interface SeenEvent {
  readonly type: string;
  readonly sequence_number: number;
  readonly response?: Readonly<Record<string, unknown>>;
  readonly delta?: string;
}

/** The events of a text that a stream carried; an incomplete last one is left out. */
export function eventsIn(text: string): SeenEvent[] {
  const frames = text.split("\n\n").slice(0, -1);
  return frames.flatMap((frame) => {
    const data = frame.split("\n").find((line) => line.startsWith("data: "));
    return data === undefined ? [] : [JSON.parse(data.slice("data: ".length)) as SeenEvent];
  });
}

/** A stream that is read as it comes. */
export interface OpenStream {
  readonly status: number;
  readonly headers: Headers;
  readonly events: () => readonly SeenEvent[];
  /** Settles when the stream has ended; says whether it ended in order. */
  readonly over: Promise<boolean>;
  leave(): void;
}

export async function openStream(url: string, init: RequestInit): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(url, { ...init, signal: leaving.signal });
  let text = "";
  const read = async (): Promise<boolean> => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true });
      return true;
    } catch {
      // The server died, or the test left.
      return false;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    events: () => eventsIn(text),
    over: read(),
    leave: () => leaving.abort(),
  };
}
