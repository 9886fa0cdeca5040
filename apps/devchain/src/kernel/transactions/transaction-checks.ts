import { formatTimePoint } from '@app/antelope';
import { ensure } from '../sdk/errors/chain-error';
import { logEntry } from '../sdk/errors/log-entry';
import type { ChainState } from '../state/chain-state';
import type { ReceivedTransaction } from './received-transaction';

/** The prefix of a block that has not been yet: 0 and 0, which some scripts send, refer to one below block 65,536. */
const NO_BLOCK_PREFIX = 0;

/** State that a transaction is checked against. */
export interface Moment {
  /** Time of the block it would go into. */
  readonly blockTimeMs: number;
  /** `ref_block_prefix` of a block by the low 16 bits of its number. */
  readonly referencePrefix: (blockNum: number) => number | undefined;
}

/** Refuses what would have to wait: there are no deferred transactions. Source: nodeos' producer plugin. */
export function checkNotDelayed({ header }: ReceivedTransaction): void {
  ensure(header.delay_sec === 0, 'transaction', () => 'transaction cannot be delayed');
}

/** Checks before anything else: not expired, not known. Source: nodeos' producer plugin. */
export function checkFresh(
  state: ChainState,
  { id, expirationMs }: ReceivedTransaction,
  moment: Moment,
): void {
  ensure(
    expirationMs >= moment.blockTimeMs,
    'expired',
    () =>
      `expired transaction ${id}, expiration ${text(expirationMs).slice(0, -4)}, ` +
      `block time ${text(moment.blockTimeMs)}`,
  );
  ensure(!state.recentTransactions.has(id), 'duplicate', () => `duplicate transaction ${id}`);
}

/** Checks of the header. */
export function checkHeader(
  state: ChainState,
  { header, expirationMs }: ReceivedTransaction,
  moment: Moment,
): void {
  ensure(
    header.transaction_extensions.length === 0,
    'subjectiveBlockProduction',
    () => 'no transaction extensions supported yet for input transactions',
  );
  const lifetimeMs = state.config.max_transaction_lifetime * 1000;
  ensure(
    expirationMs <= moment.blockTimeMs + lifetimeMs,
    'expirationTooFar',
    () =>
      'Transaction expiration is too far in the future relative to the reference time of ' +
      `${text(moment.blockTimeMs)}, expiration is ${header.expiration} and the maximum transaction lifetime is ` +
      `${String(state.config.max_transaction_lifetime)} seconds`,
  );
  ensure(
    (moment.referencePrefix(header.ref_block_num) ?? NO_BLOCK_PREFIX) === header.ref_block_prefix,
    'referenceBlock',
    () => "Transaction's reference block did not match. Is this transaction from a different fork?",
  );
}

/** Checks that everything a transaction names is there. A read-only one needs no authorization. */
export function checkReferences(
  { accounts, permissions }: ChainState,
  { actions, contextFreeActions }: ReceivedTransaction,
  { needsAuthorization }: { needsAuthorization: boolean },
): void {
  for (const { account, authorization } of contextFreeActions) {
    ensure(accounts.has(account), 'transaction', () =>
      logEntry("action's code account '${account}' does not exist", { account }),
    );
    ensure(
      authorization.length === 0,
      'transaction',
      () => 'context-free actions cannot have authorizations',
    );
  }
  for (const { account, authorization } of actions) {
    ensure(accounts.has(account), 'transaction', () =>
      logEntry("action's code account '${account}' does not exist", { account }),
    );
    for (const level of authorization) {
      ensure(accounts.has(level.actor), 'transaction', () =>
        logEntry("action's authorizing actor '${account}' does not exist", { account: level.actor }),
      );
      ensure(permissions.find(level) !== undefined, 'transaction', () =>
        logEntry("action's authorizations include a non-existent permission: ${permission}", {
          permission: level,
        }),
      );
    }
  }
  ensure(
    !needsAuthorization || actions.some(({ authorization }) => authorization.length > 0),
    'noAuthorization',
    () => 'transaction must have at least one authorization',
  );
}

function text(timeMs: number): string {
  return formatTimePoint(BigInt(timeMs) * 1000n);
}
