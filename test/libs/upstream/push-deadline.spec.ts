import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Chains, PushDeadline } from '@app/upstream';
import { FakeChain, idOf } from '../../harness/fake-node/fake-chain';
import { FakeNode } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';
import { until } from '../../harness/until';

const ENDLESS_MS = 600_000;
const PACKED = '00';
const PUSH = {
  id: idOf(PACKED),
  life: { refBlockNum: 1, expiresAtMs: Date.now() + 60_000 },
  msToExpiry: 60_000,
  path: '/v1/chain/send_transaction',
  body: JSON.stringify({ packed_trx: PACKED, signatures: [] }),
};

it('a part of the time of a push ends although the memory is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const whole = new PushDeadline(ENDLESS_MS);
  const part = whole.after(50 / ENDLESS_MS);
  collect();
  await until(() => part.aborted);
  expect(whole.isOver).toBe(false);
});

describe('a push that is a part of another one', () => {
  let node: FakeNode;
  let chains: Chains;
  beforeEach(async () => {
    const chain = new FakeChain('push deadline');
    node = await FakeNode.start(chain);
    chains = chainsWithShortTimeouts(mainnetOn([node.url], chain.chainId), {
      deadlinesMs: { push: ENDLESS_MS, lookup: ENDLESS_MS },
      push: { budgetMs: ENDLESS_MS, lookups: 2, pauseMs: 1 },
    });
  });
  afterEach(async () => {
    await chains.close();
    await node.stop();
  });

  it('a part of a push is unknown at the deadline of the whole when the node does not answer', async () => {
    node.script = ['hang'];
    const client = chains.of('mainnet');
    await client.info();
    const deadline = new PushDeadline(3_000);
    const { kind } = await client.pushes.relay({ ...PUSH, deadline });
    expect([kind, deadline.isOver]).toEqual(['unknown', true]);
  });
});
