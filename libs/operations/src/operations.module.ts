import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Clock, systemClock } from './clock';
import type { Logger } from './logger';
import { Metrics } from './metrics';
import { ReadinessRegistry } from './readiness';
import type { Settings } from './settings';

/** Injection tokens of what is an interface: `@Inject(SETTINGS) settings: Settings`. Metrics and ReadinessRegistry are injected by class. */
export const SETTINGS = Symbol('settings');
export const CLOCK = Symbol('clock');
export const LOGGER = Symbol('logger');

export interface OperationsParts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly clock?: Clock;
}

/** Settings, clock, logger, metrics and readiness for every module of the application. */
@Global()
@Module({})
export class OperationsModule {
  static forRoot({ settings, logger, clock = systemClock }: OperationsParts): DynamicModule {
    return {
      module: OperationsModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: LOGGER, useValue: logger },
        { provide: CLOCK, useValue: clock },
        Metrics,
        ReadinessRegistry,
      ],
      exports: [SETTINGS, LOGGER, CLOCK, Metrics, ReadinessRegistry],
    };
  }
}
