export { OtlpTracing } from './otlp-tracing';
