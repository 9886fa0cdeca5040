import { bytesToHex, packTransaction } from '@app/antelope';
import { MirrorError } from '../../../../apps/gateway/src/node-proxy/mirror/errors/node-error';
import { transactionOf } from '../../../../libs/antelope/testing/transfer';
import { pushAnswer } from '../../../../apps/gateway/src/node-proxy/mirror/push/push-answer';
import { FakeChain } from '../../../harness/fake-node/fake-chain';
import { FakeNode } from '../../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../../harness/fake-node/short-timeouts';

const LIST = '/v1/chain/push_transactions';
const ENDLESS_MS = 600_000;
const TRANSACTION = transactionOf('2026-11-21T12:05:00');

it('push_transactions sends nothing for a lost list after the budget of the push', async () => {
  const chain = new FakeChain('slow lists');
  const node = await FakeNode.start(chain);
  node.override = (path) => path === LIST;
  const chains = chainsWithShortTimeouts(mainnetOn([node.url], chain.chainId), {
    deadlinesMs: { push: ENDLESS_MS, lookup: ENDLESS_MS },
    push: { budgetMs: 3_000, lookups: 2, pauseMs: 1 },
  });
  try {
    const packed_trx = bytesToHex(packTransaction(TRANSACTION));
    const body = Buffer.from(JSON.stringify([{ signatures: [], compression: 'none', packed_trx }]));
    const pushed = pushAnswer(chains.of('mainnet'), {
      method: 'POST',
      path: LIST,
      body,
      parameters: undefined,
    });
    await expect(pushed).rejects.toThrow(MirrorError);
    await expect(pushed).rejects.toThrow('the outcome of 1 of 1 transactions is not known');
    const paths = node.requests.map(({ path }) => path);
    const afterList = paths.slice(paths.indexOf(LIST) + 1);
    expect(afterList.filter((path) => path !== '/v1/chain/get_info')).toEqual([]);
  } finally {
    await chains.close();
    await node.stop();
  }
});
