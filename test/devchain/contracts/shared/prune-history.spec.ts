import { actionOf } from '../../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../../harness/chain/in-process-chain';
import { nameToValue } from '@app/antelope';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import { decode } from '../../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import { struct } from '../../../../apps/devchain/src/kernel/sdk/abi/containers';
import { uint64 } from '../../../../apps/devchain/src/kernel/sdk/abi/integers';
import { timePointSec } from '../../../../apps/devchain/src/kernel/sdk/abi/scalars';
import { action } from '../../../../apps/devchain/src/kernel/sdk/action';
import { actionSignature } from '../../../../apps/devchain/src/kernel/sdk/action-signature';
import { type Contract, contract } from '../../../../apps/devchain/src/kernel/sdk/contract';
import { table } from '../../../../apps/devchain/src/kernel/sdk/table';
import { transfer } from '../../../../apps/devchain/src/contracts/token/signatures';
import { REGTEST } from '../../../../apps/devchain/src/contracts/bridge/addresses/bitcoin-address';
import { bridgeContract } from '../../../../apps/devchain/src/contracts/bridge/contract';
import {
  depositAddress,
  simulatedAddress,
} from '../../../../apps/devchain/src/contracts/bridge/addresses/deposit-address';
import { btcblocks, btcsend } from '../../../../apps/devchain/src/contracts/bridge/signatures';
import {
  countersTable,
  pegOutsTable,
  pegInsTable,
} from '../../../../apps/devchain/src/contracts/bridge/tables';
import { amountOf, BTC } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { LendingChain } from '../../../harness/chain/lending-chain';
import { pruneHistory, KEPT_IDS } from '../../../../apps/devchain/src/contracts/shared/prune-history';

const rows = table({
  name: 'rows',
  row: struct('row', { id: uint64, ended: timePointSec }),
  primaryKey: ({ id }) => id,
});
const put = actionSignature(struct('put', { id: uint64 }));
const forget = actionSignature(struct('forget', { newest: uint64 }));

/** A history and nothing else. */
const archive = contract({
  account: 'archive',
  actions: [
    action(put, (context, { id }) => {
      context.table(rows, context.receiver).emplace(context.receiver, { id, ended: context.nowMs });
    }),
    action(forget, (context, { newest }) => {
      pruneHistory(context.table(rows, context.receiver), newest, context.nowMs, ({ ended }) => ended);
    }),
  ],
  tables: [rows],
});

describe('history of finished objects', () => {
  it('pruneHistory deletes rows older than a day with enough later rows, a few per call', () => {
    const chain = new LendingChain([], [archive]);
    const kept = () => chain.rows('archive', 'archive', rows).map(({ id }) => Number(id));
    const forgetUpTo = (id: bigint) => chain.push('archive', 'archive', forget, { newest: KEPT_IDS + id });
    for (let id = 1n; id <= 6n; id++) chain.push('archive', 'archive', put, { id });
    forgetUpTo(6n);
    expect(kept()).toEqual([1, 2, 3, 4, 5, 6]);
    chain.wait(24 * 3600);
    chain.push('archive', 'archive', put, { id: 7n });
    forgetUpTo(0n);
    expect(kept()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    forgetUpTo(5n);
    expect(kept()).toEqual([5, 6, 7]);
    forgetUpTo(7n);
    expect(kept()).toEqual([7]);
  });
});

const grow = actionSignature(struct('grow', { numbers: uint64 }));

/** The bridge, and an action that sets its counter of ids. */
const grownBridge: Contract = {
  ...bridgeContract,
  actions: new Map([
    ...bridgeContract.actions,
    [
      grow.name,
      action(grow, (context, { numbers }) => {
        const table = context.table(countersTable, context.receiver);
        table.modify(table.get(0n, 'nothing counted'), { peg_ins: numbers, peg_outs: numbers });
      }),
    ],
  ]),
};

describe('a bridge with many payments', () => {
  it('a bridge deletes payments older than a day, in both directions', () => {
    const kernel = new InProcessChain({
      contracts: DEPLOYED_CONTRACTS.map((entry) => (entry === bridgeContract ? grownBridge : entry)),
    });
    const push = (action: ReturnType<typeof actionOf>, signer = 'eosio') => {
      kernel.push([action], { keys: [kernel.key(signer)] });
      kernel.nextBlock();
    };
    const numbers = (scope: string, { name, row }: typeof pegInsTable | typeof pegOutsTable) =>
      Array.from(kernel.chain.table('bridge', nameToValue(scope), name)?.rows() ?? [], ({ value }) =>
        Number(decode<{ id: bigint }>(row, value).id),
      );
    const bothWays = () => {
      const quantity = amountOf(BTC, 20_000n);
      const owner = { chainId: kernel.chain.chainId, bridge: 'bridge', account: 'alice' };
      const address = depositAddress(owner, REGTEST);
      push(actionOf('bridge', btcsend, { btc_address: address, quantity }, 'relayer'));
      const memo = simulatedAddress('nobody', REGTEST);
      push(
        actionOf('btc.token', transfer, { from: 'alice', to: 'bridge', quantity, memo }, 'alice'),
        'alice',
      );
      for (const count of [1, 3]) push(actionOf('bridge', btcblocks, { count }, 'relayer'));
    };
    bothWays();
    bothWays();
    push(actionOf('bridge', grow, { numbers: KEPT_IDS + 1n }, 'bridge'));
    kernel.clock.advance(25 * 3_600_000);
    kernel.nextBlock();
    bothWays();
    const newest = Number(KEPT_IDS) + 2;
    expect(numbers('confirmed', pegInsTable)).toEqual([newest]);
    expect(numbers('completed', pegOutsTable)).toEqual([newest]);
  });
});
