import type { RedisServer } from './redis-server';
import type { SharedSecret } from './value-code';

/** Options of values that replicas have in common through Redis. */
export interface SharedValuesOptions {
  readonly server: RedisServer;
  readonly keyPrefix: string;
  /** The same for all replicas: a value that was made without it is none. */
  readonly secret: SharedSecret;
  /** Called when Redis is found or lost; the reason of a loss is given. */
  readonly onChange: (isUp: boolean, reason: string) => void;
  /** Called for each value that no replica made. */
  readonly onForged?: () => void;
}
