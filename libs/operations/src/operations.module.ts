import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Clock, systemClock } from './clock';
import type { Logger } from './logger';
import { Metrics } from './metrics';
import { type RandomBelow, systemRandom } from './random';
import { ReadinessRegistry } from './readiness';
import type { Settings } from './settings';

/** Injection tokens of what is an interface: `@Inject(SETTINGS) settings: Settings`. Metrics and ReadinessRegistry are injected by class. */
export const SETTINGS = Symbol('settings');
export const CLOCK = Symbol('clock');
export const LOGGER = Symbol('logger');
export const RANDOM = Symbol('random');

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
      ],
      exports: [SETTINGS, LOGGER, CLOCK, RANDOM, Metrics, ReadinessRegistry],
    };
  }
}
