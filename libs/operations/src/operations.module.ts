import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Clock, systemClock } from './clock';
import { LimitedLog } from './limited-log';
import type { Logger } from './logger';
import { Metrics } from './metrics';
import { CLOCK, LOGGER, RANDOM, SETTINGS } from './operations-tokens';
import { type RandomBelow, systemRandom } from './random';
import { ReadinessRegistry } from './readiness';
import type { Settings } from './settings';
import { StalledLog } from './stalled-log';

export interface OperationsParts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly random?: RandomBelow;
}

/** Settings, clock, randomness, logger, metrics and readiness for every module of the application. */
@Global()
@Module({})
export class OperationsModule {
  static forRoot({
    settings,
    logger,
    clock = systemClock,
    random = systemRandom,
  }: OperationsParts): DynamicModule {
    return {
      module: OperationsModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: LOGGER, useValue: logger },
        { provide: CLOCK, useValue: clock },
        { provide: RANDOM, useValue: random },
        Metrics,
        ReadinessRegistry,
        LimitedLog,
        StalledLog,
      ],
      exports: [SETTINGS, LOGGER, CLOCK, RANDOM, Metrics, ReadinessRegistry, LimitedLog],
    };
  }
}
