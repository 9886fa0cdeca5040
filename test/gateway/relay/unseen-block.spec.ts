import { ExecutedTransactions } from '../../../apps/gateway/src/relay/executed-transactions';
import { json } from '../../harness/fake-node/fake-node';
import { networksOn } from '../support/networks-on';
import { ID, RelayOnFakeNodes, WITHOUT_WAIT } from './support/relay-on-fake-nodes';

/** Neither is asked about a transaction whose bytes no node shows. */
const unasked = { of: () => Promise.reject(new Error('must not be asked')) };

describe('get_transaction of a transaction whose block no node shows', () => {
  const relay = new RelayOnFakeNodes();
  beforeEach(async () => {
    await relay.start(['take'], ['take']);
    await relay.restart({ push: WITHOUT_WAIT });
    relay.chain.take(ID);
  });
  afterEach(() => relay.close());

  const found = () =>
    new ExecutedTransactions(unasked, unasked).find(networksOn(relay.chains).of('mainnet'), ID);

  it('one node alone that says it is irreversible proves no execution', async () => {
    relay.chain.stateOfApplied = 'IRREVERSIBLE';
    relay.nodes[1]!.override = (path, _body, response) => {
      if (path !== '/v1/chain/get_transaction_status') return false;
      const { headBlockNum, headBlockTime } = relay.chain;
      const head = { head_number: headBlockNum, irreversible_timestamp: headBlockTime };
      json(response, 200, { state: 'UNKNOWN', ...head, earliest_tracked_block_number: 1 });
      return true;
    };
    expect(await found()).toMatchObject({
      ...{ status: 'pending', finality: 'speculative', block_num: null, block_time: null },
      ...{ actions: null, effects: null, orders: null },
      note: expect.stringContaining('ask again in a few seconds') as string,
    });
  });

  it('two nodes that say the same block prove it, and no more than a block that a fork may replace', async () => {
    // Beyond the last irreversible block of the network.
    relay.chain.stateOfApplied = 'IRREVERSIBLE';
    expect(await found()).toMatchObject({
      ...{ status: 'executed', finality: 'in_block', block_num: 101, block_time: '2026-11-21T12:00:00.500Z' },
      ...{ actions: null, effects: null, orders: null },
    });
  });
});
