import {
  type DynamicModule,
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type Clock, systemClock } from './clock';
import { LimitedLog } from './limited-log';
import type { Logger } from './logger';
import { Metrics } from './metrics';
import { CLOCK, LOGGER, RANDOM, SETTINGS, TRACING } from './operations-tokens';
import { type RandomBelow, systemRandom } from './random';
import { ReadinessRegistry } from './readiness';
import type { Settings } from './settings';
import { StalledLog } from './stalled-log';
import type { Tracing } from './tracing';

/**
 * Parts of an application that are made before its modules. Clock and random numbers are those of the machine by
 * default.
 */
export interface OperationsParts {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly clock?: Clock;
  readonly random?: RandomBelow;
  /** Undefined: no spans. */
  readonly tracing?: Tracing;
}

/** Sends the last spans when the application ends. */
@Injectable()
class TracingEnd implements OnApplicationShutdown {
  constructor(@Inject(TRACING) private readonly tracing: Tracing | null) {}

  async onApplicationShutdown(): Promise<void> {
    await this.tracing?.close();
  }
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
    tracing,
  }: OperationsParts): DynamicModule {
    return {
      module: OperationsModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: LOGGER, useValue: logger },
        { provide: CLOCK, useValue: clock },
        { provide: RANDOM, useValue: random },
        { provide: TRACING, useValue: tracing ?? null },
        TracingEnd,
        Metrics,
        ReadinessRegistry,
        LimitedLog,
        StalledLog,
      ],
      exports: [SETTINGS, LOGGER, CLOCK, RANDOM, TRACING, Metrics, ReadinessRegistry, LimitedLog],
    };
  }
}
