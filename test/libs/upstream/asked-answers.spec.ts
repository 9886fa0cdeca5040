import { hash } from 'node:crypto';
import { type ChainClient, type Chains, UnreadableAnswerError } from '@app/upstream';
import { FakeChain, blockIdOf } from '../../harness/fake-node/fake-chain';
import { accountRow } from '../../harness/fake-node/exchange-rows';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';

const BLOCK = { id: blockIdOf(7), block_num: 7, timestamp: '2026-11-21T12:00:00.000', transactions: [] };
const ABI = Buffer.from(`\x0eeosio::abi/1.1${'\0'.repeat(8)}`);
const RAW_ABI = {
  account_name: 'dex',
  abi_hash: hash('sha256', ABI, 'hex'),
  abi: ABI.toString('base64'),
};

describe('an answer of a node', () => {
  let node: FakeNode;
  let chains: Chains;
  let answers: unknown[];
  beforeEach(async () => {
    answers = [];
    node = await FakeNode.start(new FakeChain('asked'));
    node.override = (path, _body, response) => {
      const isAnswered = !path.endsWith('get_info') && answers.length > 0;
      if (isAnswered) json(response, 200, answers.length > 1 ? answers.shift() : answers[0]);
      return isAnswered;
    };
    chains = chainsWithShortTimeouts(mainnetOn([node.url]), { readLifetimeMs: 0 });
  });
  afterEach(async () => {
    await chains.close();
    await node.stop();
  });

  it.each<[string, unknown, (chain: ChainClient) => Promise<unknown>]>([
    ['an account', accountRow('alice'), (chain) => chain.account('alice')],
    ['a block', BLOCK, (chain) => chain.block(7)],
    ['an ABI', RAW_ABI, (chain) => chain.abi('dex')],
  ])('an answer of a node about %s is that of the one that was asked for', async (_, answer, read) => {
    answers = [answer];
    expect(await read(chains.of('mainnet'))).toBeDefined();
  });

  it.each<[string, unknown, (chain: ChainClient) => Promise<unknown>]>([
    ['account', accountRow('bob'), (chain) => chain.account('alice')],
    ['block', { ...BLOCK, block_num: 8 }, (chain) => chain.block(7)],
    ['account than the ABI', { ...RAW_ABI, account_name: 'loan' }, (chain) => chain.abi('dex')],
    ['hash without its ABI', { ...RAW_ABI, abi: undefined }, (chain) => chain.abi('dex')],
  ])('an answer of a node about another %s is not used', async (_, answer, read) => {
    answers = [answer];
    await expect(read(chains.of('mainnet'))).rejects.toThrow(UnreadableAnswerError);
  });

  it('an ABI of another hash than the known one is not taken for that', async () => {
    const chain = chains.of('mainnet');
    answers = [RAW_ABI];
    const known = await chain.abi('dex');
    chain.pushedElsewhere(true);
    answers = [{ ...RAW_ABI, abi: undefined }];
    expect(await chain.abi('dex')).toEqual(known);
    chain.pushedElsewhere(true);
    answers = [{ ...RAW_ABI, abi: undefined, abi_hash: 'ab'.repeat(32) }];
    await expect(chain.abi('dex')).rejects.toThrow('get_raw_abi: it is not the ABI of dex');
  });
});
