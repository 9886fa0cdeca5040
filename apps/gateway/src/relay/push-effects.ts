import { LOGGER, type Logger } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import type { PushTransactionAnswer } from './dto/push-transaction.dto';
import { EffectsOfExecuted, type ExecutedBytes } from './effects-of-executed';
import { ActionExplanations, MAX_ACTIONS } from './explained-actions';
import type { Network } from '../network/network';

/** Time that the traces of a pushed transaction are waited for. */
const MAX_MS = 1_000;

type PushedBytes = Omit<ExecutedBytes, 'decoded'>;

/** As much as is known. */
type PushedEffects = Pick<PushTransactionAnswer, 'effects' | 'orders'>;

/** Reads the effects of a transaction that was pushed and is in a block. */
@Injectable()
export class PushEffects {
  constructor(
    private readonly executed: EffectsOfExecuted,
    private readonly explanations: ActionExplanations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Undefined where they are not known. Never throws: the transaction was executed, whatever fails here. */
  async of(network: Network, pushed: PushedBytes): Promise<PushedEffects | undefined> {
    const { id } = pushed;
    if (pushed.transaction.actions.length > MAX_ACTIONS) return undefined;
    try {
      const end = AbortSignal.timeout(MAX_MS);
      return await Promise.race([this.#read(network, pushed, end), ended(end)]);
    } catch (error) {
      this.logger.warn({ network: network.name, id, err: error }, 'the effects of a push are not known');
      return undefined;
    }
  }

  async #read(
    network: Network,
    pushed: PushedBytes,
    signal: AbortSignal,
  ): Promise<PushedEffects | undefined> {
    const { decoded } = await this.explanations.of(network, pushed.transaction.actions, 'get_transaction');
    const known = await this.executed.of(network, { ...pushed, decoded }, signal);
    return known && { effects: known.effects, ...(known.orders !== null && { orders: known.orders }) };
  }
}

/** Undefined once it is aborted. */
const ended = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
