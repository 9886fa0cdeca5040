export { allocateRequestsYoung, countBuffersWithHeap } from './allocation';
export {
  type AddressedRequest,
  type ClientAddress,
  type CountableRequest,
  clientAddressReader,
  clientReader,
  type Peer,
  peerReader,
  siteOf,
} from './client-address';
export { type Clock, ManualClock, systemClock } from './clock';
export { listenFailure } from './listen-failure';
export { createLogger, type Logger } from './logger';
export {
  managementJson,
  type ManagementPage,
  type ManagementPages,
  ManagementPort,
} from './management/management-port';
export { Metrics } from './metrics';
export { answerHalfClosed, endWithClient } from './half-closed';
export { applicationOptions, validationPipe } from './nest-application';
export { NestLogger } from './nest-logger';
export { LimitedLog } from './limited-log';
export { OperationsModule, type OperationsParts } from './operations.module';
export { CLOCK, LOGGER, RANDOM, SETTINGS, TRACING } from './operations-tokens';
export { type RandomBelow, systemRandom } from './random';
export { type Readiness, type ReadinessCheck, ReadinessRegistry } from './readiness';
export { loadSettings, type Settings, type TracingSettings } from './settings';
export type { RedisSettings } from './redis-settings';
export type { CallSpan, RequestSpan, SpanAttributes, Tracing } from './tracing';
export { type Verification, VerifiedCall } from './verified-call';
export { AnswerLife, type ReadLife, type ReadSource, type SeenHead } from './answer-life';
export { CONSISTENCY_NAME, ConsistentRead, consistencyToken } from './consistent-read';
export { handleUnexpectedErrors, type UnexpectedErrorKind } from './unexpected-errors';
