/** Facts about a span by the names of OpenTelemetry's semantic conventions. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** The span of one request of a client. */
export interface RequestSpan {
  /** 32 hex digits: that of the client where it sent one. */
  readonly traceId: string;
  /** @param name of the span: method and route template */
  end(name: string, attributes: SpanAttributes, isFailed: boolean): void;
}

/** The span of one request to a node. */
export interface CallSpan {
  /** Headers of W3C Trace Context for the request. */
  readonly headers: Readonly<Record<string, string>>;
  end(attributes: SpanAttributes, isFailed: boolean): void;
}

/** Spans of requests and of the calls to nodes that they cause. */
export interface Tracing {
  /** Begins the span of a request; calls that the request causes are below it. */
  beginRequest(headers: Readonly<Record<string, string | string[] | undefined>>): RequestSpan;
  /** Adds facts to the span of the request that runs now. */
  annotate(attributes: SpanAttributes): void;
  /** Undefined where no request runs: polls of nodes have no span. */
  beginCall(name: string, attributes: SpanAttributes): CallSpan | undefined;
  /** Sends what waits, for a few seconds at most. */
  close(): Promise<void>;
}
