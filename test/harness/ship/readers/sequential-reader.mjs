// Follows state history with @eosrio/hyperion-sequential-reader and sends each block to the parent process.
// Arguments: websocket URL, HTTP URL, first block, last block.
import { HyperionSequentialReader } from '@eosrio/hyperion-sequential-reader';
import { ABI } from '@greymass/eosio';

const [shipApi, chainApi, first, last] = process.argv.slice(2);
const startBlock = Number(first);
const endBlock = Number(last) + 1;

const ask = async (route, body) =>
  (await fetch(`${chainApi}/v1/chain/${route}`, { method: 'POST', body: JSON.stringify(body) })).json();

const reader = new HyperionSequentialReader({ shipApi, chainApi, poolSize: 1, startBlock, endBlock });
// Else the first block that has nothing to decode is given out first, and those before it never.
reader.lastEmittedBlock = startBlock - 1;
reader.nextBlockRequested = startBlock;

for (const account of process.argv.slice(6)) {
  const { abi } = await ask('get_abi', { account_name: account });
  reader.addContract(account, ABI.from(abi));
}
reader.onError = (error) => {
  throw error;
};
reader.events.on('block', ({ blockInfo, actions, deltas }) => {
  const block = {
    num: blockInfo.this_block.block_num,
    id: blockInfo.this_block.block_id,
    actions: actions.map(({ receiver, receipt, act }) => ({
      sequence: String(receipt.global_sequence),
      receiver,
      account: act.account,
      name: act.name,
      data: act.data,
    })),
    rows: deltas.map(({ present, code, scope, table, primary_key, payer, value }) => ({
      present: Boolean(present),
      ...{ code, scope, table, primaryKey: String(primary_key), payer, value },
    })),
  };
  const isLast = block.num === endBlock - 1;
  process.send(block, isLast ? () => process.disconnect() : undefined);
  if (!isLast) reader.ack();
});
reader.start();
