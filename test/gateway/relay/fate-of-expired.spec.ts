import { hexToBytes, unpackTransaction } from '@app/antelope';
import { lifeOf } from '@app/upstream';
import { json } from '../../harness/fake-node/fake-node';
import { until } from '../../harness/until';
import { ID, PACKED, RelayOnFakeNodes, WITHOUT_WAIT } from './support/relay-on-fake-nodes';

describe('the fate of an expired transaction', () => {
  const fakes = new RelayOnFakeNodes();
  beforeEach(async () => {
    await fakes.start(['take'], ['take']);
    await fakes.restart({ push: WITHOUT_WAIT, pollMs: 50 });
    fakes.verify('quorum');
    // Both keep every block that it may be in, and deny it.
    for (const node of fakes.nodes)
      node.override = (path, _body, response) => {
        if (path !== '/v1/chain/get_transaction_status') return false;
        const irreversible_timestamp = '2026-11-21T12:05:00.500';
        json(response, 200, {
          ...{ state: 'UNKNOWN', head_number: 700, irreversible_timestamp },
          earliest_tracked_block_number: 1,
        });
        return true;
      };
    await fakes.chains.of('mainnet').info();
  });
  afterEach(() => fakes.close());

  const transaction = { id: ID, life: lifeOf(unpackTransaction(hexToBytes(PACKED))) };
  const fate = () => fakes.chains.fateOf('mainnet', transaction);
  const chain = () => fakes.chains.of('mainnet');
  const statusOf = (index: number) => chain().nodeStatus()[index]!;
  /** Nodes are polled only while their network is used. */
  const isJudged = async (index: number, kind: 'fit' | 'old' | 'suspect') => {
    await chain().info();
    return statusOf(index).judged.kind === kind;
  };

  it('the fate of an expired transaction is that it was never executed when two nodes deny it', async () => {
    // The chain of the fakes stands still.
    await until(async () => (await isJudged(0, 'old')) && (await isJudged(1, 'old')));
    expect(await fate()).toEqual({ kind: 'dead' });
  });

  it('the fate of an expired transaction is open while one of two nodes fails its polls, and known again when that is cordoned', async () => {
    await fakes.nodes[1]!.stop();
    await until(() => isJudged(1, 'suspect'));
    expect(await fate()).toEqual({ kind: 'open' });
    chain().cordon(new Set([statusOf(1).node]));
    expect(await fate()).toEqual({ kind: 'dead' });
  });
});
