import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallSpan, RequestSpan, SpanAttributes, Tracing, TracingSettings } from '@app/operations';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

/** Spans that wait for the receiver; more are dropped. */
const MAX_WAITING = 2_048;
/** Spans wait so long for others, so that one message carries many; also the delay with which a trace is seen. */
const SEND_EVERY_MS = 2_000;

/**
 * Spans to an OTLP/HTTP receiver, with W3C Trace Context in and out. Registers nothing globally: two gateways of one
 * process have their own.
 */
export class OtlpTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #propagator = new W3CTraceContextPropagator();
  readonly #current = new AsyncLocalStorage<Context>();

  constructor({ endpoint, headers, timeoutMs, serviceName, ratio }: TracingSettings, version: string) {
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      headers: { ...headers },
      timeoutMillis: timeoutMs,
    });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: MAX_WAITING,
          scheduledDelayMillis: SEND_EVERY_MS,
          exportTimeoutMillis: timeoutMs,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('chain-tool-gateway', version);
  }

  beginRequest(headers: Readonly<Record<string, string | string[] | undefined>>): RequestSpan {
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
    // Node runs every request in an asynchronous resource of its own: this is the context of this request alone.
    this.#current.enterWith(trace.setSpan(parent, span));
    return {
      traceId: span.spanContext().traceId,
      end: (name, attributes, isFailed) => {
        span.updateName(name);
        finish(span, attributes, isFailed);
      },
    };
  }

  annotate(attributes: SpanAttributes): void {
    const context = this.#current.getStore();
    if (context !== undefined) trace.getSpan(context)?.setAttributes(attributes);
  }

  beginCall(name: string, attributes: SpanAttributes): CallSpan | undefined {
    const context = this.#current.getStore();
    if (context === undefined) return undefined;
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context);
    const headers: Record<string, string> = {};
    this.#propagator.inject(trace.setSpan(context, span), headers, defaultTextMapSetter);
    return {
      headers,
      end: (more, isFailed) => {
        finish(span, more, isFailed);
      },
    };
  }

  close(): Promise<void> {
    return this.#provider.shutdown();
  }
}

function finish(span: Span, attributes: SpanAttributes, isFailed: boolean): void {
  span.setAttributes(attributes);
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
