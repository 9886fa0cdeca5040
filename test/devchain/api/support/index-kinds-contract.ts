import { hexToBytes, nameToValue, privateKeyText, publicKeyOf, serializeAbi } from '@app/antelope';
import { PrivateKey } from '@wharfkit/antelope';
import { float128FromDouble } from '../../../../apps/devchain/src/api/v1-chain/values/float128';
import { nodeRows, unmatched } from '../../../../apps/devchain/src/api/nodeos/node-rows';
import { ROUTES } from '../../../../apps/devchain/src/api/v1-chain/routes';
import { createRouter } from '../../../../apps/devchain/src/http/router';
import { serve, type Served } from '../../../../apps/devchain/src/http/serve';
import { timeBudgets } from '../../../../apps/devchain/src/api/v1-chain/tables/time-budget';
import { developmentKey } from '../../../../apps/devchain/src/client/development-key';
import { keyAuthority } from '../../../../apps/devchain/src/genesis/key-authority';
import { actionOf } from '../../../../apps/devchain/src/client/action';
import { InProcessClient } from '../../../../apps/devchain/src/client/in-process-client';
import { systemContract } from '../../../../apps/devchain/src/contracts/system/contract';
import { struct } from '../../../../apps/devchain/src/kernel/sdk/abi/containers';
import { uint64, uint128 } from '../../../../apps/devchain/src/kernel/sdk/abi/integers';
import {
  checksum160,
  checksum256,
  float64,
  name,
} from '../../../../apps/devchain/src/kernel/sdk/abi/scalars';
import { Chain } from '../../../../apps/devchain/src/kernel/chain';
import { DEFAULT_CHAIN_CONFIG } from '../../../../apps/devchain/src/kernel/state/chain-config';
import { action, actionReturning } from '../../../../apps/devchain/src/kernel/sdk/action';
import { actionSignature } from '../../../../apps/devchain/src/kernel/sdk/action-signature';
import { contract } from '../../../../apps/devchain/src/kernel/sdk/contract';
import { table } from '../../../../apps/devchain/src/kernel/sdk/table';
import { newaccount, setabi } from '../../../../apps/devchain/src/kernel/sdk/native-actions';
import { bytesKey, float128Key, float64Key } from '../../../../apps/devchain/src/kernel/sdk/index-keys';

/** A row of the contract, with a key for every kind of index. */
export interface Thing {
  readonly id: bigint;
  readonly owner: string;
  readonly wide: bigint;
  readonly ratio: number;
  readonly hash: string;
  readonly short: string;
}

const members = {
  id: uint64,
  owner: name,
  wide: uint128,
  ratio: float64,
  hash: checksum256,
  short: checksum160,
};
const things = table<Thing>({
  name: 'things',
  row: struct('thing', members),
  primaryKey: ({ id }) => id,
  indexes: [
    { name: 'byowner', kind: 'i64', key: ({ owner }) => nameToValue(owner) },
    { name: 'bywide', kind: 'i128', key: ({ wide }) => wide },
    { name: 'byratio', kind: 'float64', key: ({ ratio }) => float64Key(ratio) },
    { name: 'byquad', kind: 'float128', key: ({ ratio }) => float128Key(float128FromDouble(ratio)) },
    { name: 'byhash', kind: 'sha256', key: ({ hash }) => bytesKey(hexToBytes(hash)) },
    { name: 'byshort', kind: 'i256', key: ({ short }) => bytesKey(hexToBytes(short)) << 96n },
    { name: 'bybig', kind: 'i256', key: ({ wide }) => wide << 100n },
  ],
});
const put = actionSignature(struct('put', members));
const count = actionSignature(struct('count', {}));

const indexkinds = contract({
  account: 'indexkinds',
  actions: [
    action(put, (context, thing) => context.table(things, 'indexkinds').emplace('indexkinds', thing)),
    actionReturning(count, uint64, (context) =>
      BigInt([...context.table(things, 'indexkinds').rows()].length),
    ),
  ],
  tables: [things],
});

/** The development key of the chain, which all its accounts have. */
const KEY = developmentKey('test', 'eosio');
export const INDEX_KINDS_KEY = PrivateKey.from(privateKeyText(KEY));

/** One thing, for tests that need no particular one. */
export const THING: Thing = {
  id: 1n,
  owner: 'alice',
  wide: 0n,
  ratio: 0,
  hash: '00'.repeat(32),
  short: '00'.repeat(20),
};

/** A chain whose one contract has a table with every kind of index. */
export async function serveIndexKindsContract(
  rows: readonly Thing[],
  budget = timeBudgets(() => performance.now()),
): Promise<Served> {
  const chain = new Chain({
    genesis: { initialTimeMs: Date.now() - 1000, initialKey: publicKeyOf(KEY), config: DEFAULT_CHAIN_CONFIG },
    producerKey: KEY,
    contracts: [systemContract, indexkinds],
    now: Date.now,
  });
  const authority = keyAuthority(KEY);
  const account = { creator: 'eosio', name: 'indexkinds', owner: authority, active: authority };
  const client = new InProcessClient(chain, { seed: 'test', accounts: [] });
  client.send(actionOf('eosio', newaccount, account, 'eosio'));
  const abi = serializeAbi(indexkinds.abi);
  client.send(actionOf('eosio', setabi, { account: 'indexkinds', abi }, 'indexkinds'));
  for (const row of rows) client.send(actionOf('indexkinds', put, row, 'indexkinds'));
  chain.produceBlock();
  const logFailure = (line: string): never => {
    throw new Error(line);
  };
  const node = { chain, name: 'indexkinds', coreSymbol: '4,NATIVE', budget };
  const router = createRouter(nodeRows(ROUTES, node, logFailure), unmatched);
  return serve(router, { host: '127.0.0.1', port: 0 }, logFailure);
}
