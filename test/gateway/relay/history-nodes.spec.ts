import type { Networks } from '@app/networks';
import type { Chains } from '@app/upstream';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';
import { pushOn } from './support/relay-on-fake-nodes';
import { signedPush } from './support/signed-push';
import { networksOn } from '../support/networks-on';

describe('push_transaction on a network with a history node', () => {
  let chain: FakeChain;
  let history: FakeNode;
  let node: FakeNode;
  let networks: Networks;
  let chains: Chains;
  beforeEach(async () => {
    chain = new FakeChain('history-nodes');
    history = await FakeNode.start(chain);
    history.hasHistory = true;
    history.hasStatus = false;
    node = await FakeNode.start(chain);
    node.hasStatus = false;
    networks = mainnetOn([{ url: history.url, capabilities: ['history'] }, node.url], chain.chainId);
    chains = chainsWithShortTimeouts(networks);
  });
  afterEach(async () => {
    await chains.close();
    await Promise.all([history, node].map((one) => one.stop()));
  });

  const push = () => pushOn(networksOn(chains), signedPush(chain.chainId));

  it('push_transaction sends the transaction to nodes of the chain alone', async () => {
    node.script = ['refuse'];
    await expect(push()).rejects.toThrow('below minimum loan');
    expect([history, node].map((one) => one.pushes().length)).toEqual([0, 1]);
  });

  it('push_transaction reports unknown when the index of the history has not reached the head of the push', async () => {
    node.script = ['refuse'];
    history.override = (path, _body, response) => {
      if (path !== '/v1/chain/get_info') return false;
      json(response, 200, { ...chain.info(), head_block_num: chain.headBlockNum - 1 });
      return true;
    };
    expect((await push()).status).toBe('unknown');
  });

  it('push_transaction finds a transaction in the history whose answer was lost', async () => {
    node.script = ['take-reset', 'hang'];
    expect((await push()).status).toBe('executed');
    expect(history.pushes()).toEqual([]);
  });

  it('push_transaction takes no history that lacks the transaction for a proof that it was not executed', async () => {
    node.script = ['reset', 'hang'];
    expect((await push()).status).toBe('unknown');
  });

  it('push_transaction refuses as unavailable when no node of the chain can be reached', async () => {
    await node.stop();
    node = await FakeNode.start(chain);
    await expect(push()).rejects.toThrow(/no node|unreachable|cannot be reached/i);
    expect(history.pushes()).toEqual([]);
  });
});
