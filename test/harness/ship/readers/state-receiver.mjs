// Follows state history with @eosdacio/eosio-statereceiver and sends each block to the parent process.
// Arguments: websocket URL, HTTP URL (not used), first block, last block.
import StateReceiver from '@eosdacio/eosio-statereceiver';

const [shipUrl, , first, last] = process.argv.slice(2);

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const receiver = new StateReceiver({
  startBlock: Number(first),
  endBlock: Number(last) + 1,
  config: { eos: { wsEndpoint: shipUrl } },
});
const blocks = new Map();
const blockOf = (num) => {
  if (!blocks.has(num)) blocks.set(num, { num, actions: [], rows: [] });
  return blocks.get(num);
};
let connection;
receiver.registerConnectedHandler((open) => (connection = open));
receiver.registerTraceHandler({
  processTrace(num, traces) {
    for (const [, { action_traces }] of traces) {
      for (const [, { receiver: account, receipt, act }] of action_traces) {
        blockOf(num).actions.push({
          sequence: String(receipt[1].global_sequence),
          receiver: account,
          account: act.account,
          name: act.name,
          data: hex(act.data),
        });
      }
    }
  },
});
receiver.registerDeltaHandler({
  processDelta(num, deltas) {
    for (const [, delta] of deltas) {
      connection.forEachRow(delta, (present, row) => {
        if (delta.name !== 'contract_row') return;
        const { code, scope, table, primary_key, payer, value } = row;
        blockOf(num).rows.push({
          ...{ present, code, scope, table, primaryKey: String(primary_key), payer },
          value: hex(value),
        });
      });
    }
  },
});
receiver.registerBlockHandler({
  processBlock(num, { previous }) {
    const isLast = num === Number(last);
    process.send({ ...blockOf(num), previous }, isLast ? () => process.disconnect() : undefined);
    blocks.delete(num);
  },
});
await receiver.start();
