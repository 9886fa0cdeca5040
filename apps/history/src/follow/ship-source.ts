import type { ShipRequest, ShipResult } from '@app/ship';
import type { LargeMessage } from './large-message';
import type { provenBlock } from './proven-block';

/** State history that is asked in the messages of the protocol: a server, or the files of a node. */
export interface ShipSource {
  /** Messages that have come and were not taken. */
  readonly waiting: number;
  /** Gives the content of a result, and proves it where the source has not done that before. */
  readonly prove: typeof provenBlock;
  /** The last block of a source that has no more at the moment; undefined for a server, which has the next one soon. */
  readonly endNum: number | undefined;
  send(request: ShipRequest): void;
  /** The next result, or undefined when none comes within the time. Throws ConnectionError, and the errors of a message. */
  next(timeoutMs: number): Promise<ShipResult | undefined>;
  /** The same; a large message is given while it arrives. It has to be taken before the next one can come. */
  nextMessage(timeoutMs: number): Promise<ShipResult | LargeMessage | undefined>;
  /** The result of a large message. Throws ConnectionError when it is above the limit, ValueError. */
  wholeResult(message: LargeMessage): Promise<ShipResult>;
  close(): void;
}
