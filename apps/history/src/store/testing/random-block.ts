import { TRANSACTION_STATUS, type ActionWrite } from '../../derive/action-writes';
import type { BlockWrites, DeltaWrite, TokenWrite, TradeWrite } from '../../derive/block-writes';
import { ACCOUNTS } from '../../derive/tokens';
import * as pools from './pools';
import type { Random } from './random';
import { randomState } from './random-state';

/** Where a random chain continues. */
export interface ChainEnd {
  readonly num: number;
  readonly id: Uint8Array;
  readonly timeMs: number;
  readonly nextSequence: bigint;
}

export const FIRST_END: ChainEnd = {
  num: 6,
  id: new Uint8Array(32),
  timeMs: 1_700_000_000_000,
  nextSequence: 100n,
};

/** A block behind `end` with random content of every kind, and the new end. */
export function randomBlock(random: Random, end: ChainEnd): { writes: BlockWrites; end: ChainEnd } {
  const num = end.num + 1;
  const id = random.bytes(32);
  new DataView(id.buffer).setUint32(0, num);
  const timeMs = end.timeMs + 500 * (1 + (random.chance(20) ? random.below(30) : 0));
  const transactions = random.list(4, () => ({
    id: random.bytes(32),
    status: random.pick(TRANSACTION_STATUS),
    cpuUsageUs: random.below(3) * 100,
    netUsageWords: random.below(3) * 16,
    header: random.chance(70)
      ? {
          expiration: Math.floor(timeMs / 1000) + 30,
          refBlockNum: random.below(65_536),
          refBlockPrefix: random.below(2 ** 32),
          maxNetUsageWords: random.below(200),
          maxCpuUsageMs: random.below(256),
          delaySec: random.below(2),
        }
      : undefined,
    signatures: random.list(2, () => random.bytes(66)),
  }));
  let next = end.nextSequence;
  const actions: ActionWrite[] = [];
  for (const transaction of transactions.keys()) {
    for (let left = random.below(4); left > 0; left--) {
      const action = randomAction(random, transaction, next);
      next = (action.receipts.at(-1)?.globalSequence ?? next) + 1n;
      actions.push(action);
    }
  }
  const block = {
    num,
    id,
    previousId: end.id,
    timeMs,
    producer: random.pick(pools.PRODUCERS),
    scheduleVersion: random.below(3),
    cpuUsageUs: random.below(1000),
    netUsageWords: random.below(1000),
    transactionMroot: random.bytes(32),
    actionMroot: random.bytes(32),
  };
  const deltas = random.list(6, () => ({
    code: random.pick(pools.CONTRACTS),
    scope: random.pick(pools.ACCOUNTS),
    table: random.pick(pools.TABLES),
    primaryKey: random.pick(pools.PRIMARY_KEYS),
    payer: random.pick(pools.ACCOUNTS),
    present: random.chance(70),
    value: random.bytes(random.below(20)),
  }));
  const trades = random.list(3, () => randomTrade(random, timeMs));
  const state = randomState(random, block, actions);
  const rows = [...deltas, ...state.tokens.map(balanceRow)];
  const writes = { block, transactions, actions, deltas: rows, trades, ...state };
  return { writes, end: { num, id, timeMs, nextSequence: next } };
}

/** The row that a balance is derived from; that of a removed one has its last content. */
function balanceRow({ account, contract, symbolCode, precision, units }: TokenWrite): DeltaWrite {
  const value = new Uint8Array(16);
  const view = new DataView(value.buffer);
  view.setBigInt64(0, units ?? 0n, true);
  view.setBigUint64(8, (symbolCode << 8n) | BigInt(precision), true);
  const row = { code: contract, table: ACCOUNTS, scope: account, payer: account, primaryKey: symbolCode };
  return { ...row, present: units !== undefined, value };
}

const MINUTE_MS = 60_000;

/** A trade of this block, some at the first or the last millisecond of a minute. */
function randomTrade(random: Random, blockMs: number): TradeWrite {
  const minuteMs = blockMs - (blockMs % MINUTE_MS);
  const units = (most: number) => ({ units: BigInt(1 + random.below(most)), decimals: 8 });
  return {
    pair: random.pick(pools.PAIRS),
    timeMs: random.pick([blockMs, blockMs, minuteMs, minuteMs - 1, minuteMs + MINUTE_MS - 1]),
    price: units(50),
    base: random.chance(20) ? { units: 2n ** 62n - 1n, decimals: 8 } : units(1_000_000),
    quote: units(1_000_000),
  };
}

function randomAction(random: Random, transaction: number, globalSequence: bigint): ActionWrite {
  const account = random.pick(pools.CONTRACTS);
  const receivers = [account, ...random.list(2, () => random.pick(pools.ACCOUNTS))];
  const authorization = random.list(2, () => ({
    actor: random.pick(pools.ACCOUNTS),
    permission: random.pick(pools.PERMISSIONS),
  }));
  const actionOrdinal = 1 + random.below(3);
  const fields = pools.FIELDS.filter(() => random.chance(30)).map((field) => ({
    field,
    value: random.pick(field === 'transfer.symbol' ? pools.SYMBOLS : pools.ACCOUNTS),
  }));
  return {
    transaction,
    globalSequence,
    actionOrdinal,
    creatorActionOrdinal: random.below(2),
    account,
    name: random.pick(pools.ACTIONS),
    authorization,
    isContextFree: globalSequence % 3n === 0n,
    data: random.bytes(random.below(40)),
    receipts: receivers.map((receiver, index) => ({
      receiver,
      globalSequence: globalSequence + BigInt(index),
      recvSequence: random.uint64(),
      authSequence: authorization.map(({ actor }) => ({ account: actor, sequence: random.uint64() })),
      codeSequence: random.below(10),
      abiSequence: random.below(10),
      actionOrdinal: actionOrdinal + index,
      creatorActionOrdinal: random.below(2),
    })),
    ramDeltas: random.list(2, () => ({
      account: random.pick(pools.ACCOUNTS),
      delta: BigInt(random.below(1000) - 500),
    })),
    returnValue: random.bytes(random.below(3)),
    accounts: [...new Set([...receivers, ...authorization.map(({ actor }) => actor)])],
    fields,
  };
}
