export { type Clock, ManualClock, systemClock } from './clock';
export { createLogger, type Logger } from './logger';
export { Metrics } from './metrics';
export { NestLogger } from './nest-logger';
export { CLOCK, LOGGER, OperationsModule, type OperationsParts, SETTINGS } from './operations.module';
export { type Readiness, type ReadinessCheck, ReadinessRegistry } from './readiness';
export { loadSettings, type Settings, SettingsError } from './settings';
export { SETTINGS_ROWS } from './settings-rows';
export { StartupError } from './startup-error';
