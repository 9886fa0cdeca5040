// The face without Nest, logging and metrics: for what talks to nodes.
export { AnswerLife, type ReadLife, type ReadSource, type SeenHead } from './answer-life';
export { type Clock, ManualClock, systemClock } from './clock';
export { CONSISTENCY_NAME, ConsistentRead, consistencyToken } from './consistent-read';
export { type RandomBelow, systemRandom } from './random';
export type { CallSpan, RequestSpan, SpanAttributes, Tracing } from './tracing';
export { type Verification, VerifiedCall } from './verified-call';
