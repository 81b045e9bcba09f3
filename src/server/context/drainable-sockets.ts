/** The WebSocket connections of a server. */
export interface DrainableSockets {
  /** The number of open connections. */
  readonly size: number;
  /** Closes each connection as soon as no response is under way on it. */
  drain(): void;
  /** Ends the responses under way and closes every connection at once. */
  abandon(): void;
}
