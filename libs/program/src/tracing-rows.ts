import { z } from 'zod';
import { integerRow, settingRow } from './setting-rows';

const isHttpUrl = (text: string) =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** `name=value,name=value`, as OpenTelemetry writes it; values are percent-encoded. */
const headersOf = (text: string) =>
  Object.fromEntries(
    text.split(',').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );

/** Where spans go, and which requests have one; the variables have the names that OpenTelemetry gives them. */
export const TRACING_ROWS = {
  /** Spans go to `/v1/traces` below it. */
  endpoint: settingRow(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    z.string().refine(isHttpUrl).optional(),
    'the http:// or https:// URL of an OTLP/HTTP receiver (spans go to /v1/traces below it); unset: no spans',
    'http://otel-collector:4318',
  ),
  headers: settingRow(
    'OTEL_EXPORTER_OTLP_HEADERS',
    z
      .string()
      .regex(/^[\w-]+=[^,%]*(?:%[\da-f]{2}[^,%]*)*(?:,[\w-]+=[^,%]*(?:%[\da-f]{2}[^,%]*)*)*$/i)
      .refine(isDecodable, { abort: true })
      .transform(headersOf)
      .default({}),
    'headers for the receiver as name=value,name=value, values percent-encoded; default none',
    'authorization=Bearer%20token',
    true,
  ),
  timeoutMs: integerRow(
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    [100, 60_000],
    3_000,
    'milliseconds for one message to the receiver; one that does not answer delays the end of the process by no more',
  ),
  serviceName: settingRow(
    'OTEL_SERVICE_NAME',
    z
      .string()
      .regex(/^[\w.:/-]{1,100}$/)
      .default('chain-tool-gateway'),
    'the name of this service in traces; default chain-tool-gateway',
    'chain-tool-gateway',
  ),
  /** Part of the requests, 0 to 1, whose client sent no trace. */
  ratio: settingRow(
    'OTEL_TRACES_SAMPLER_ARG',
    z
      .string()
      .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/)
      .transform(Number)
      .default(1),
    'part of the requests with spans, 0 to 1; a request with traceparent follows its sampled flag; default 1',
    '0.1',
  ),
};
