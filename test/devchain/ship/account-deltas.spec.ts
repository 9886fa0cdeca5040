import { nameToValue } from '@app/antelope';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { setalimits, setpriv } from '../../../apps/devchain/src/contracts/system/limits';
import { keyAuthority } from '../../../apps/devchain/src/genesis/key-authority';
import {
  deleteauth,
  linkauth,
  newaccount,
  setabi,
  unlinkauth,
  updateauth,
} from '../../../apps/devchain/src/kernel/sdk/native-actions';
import { accountsOf } from './support/chain-state';
import { RecordedChain } from './support/recorded-chain';

const NATIVE = [...['account', 'account_metadata', 'permission', 'permission_link', 'resource_limits']];

describe('deltas of accounts', () => {
  let chain: RecordedChain;
  beforeEach(() => (chain = new RecordedChain()));

  const link = actionOf(
    'eosio',
    linkauth,
    { account: 'alice', code: 'btc.token', type: 'issue', requirement: 'active' },
    'alice',
  );
  const unlink = actionOf(
    'eosio',
    unlinkauth,
    { account: 'alice', code: 'btc.token', type: 'issue' },
    'alice',
  );
  const block = (...actions: Parameters<RecordedChain['push']>[0]) => {
    chain.push(actions);
    chain.nextBlock();
    return chain.changes(...NATIVE).map(({ table, present }) => `${present ? '+' : '-'}${table}`);
  };
  const authority = () => keyAuthority(chain.key('alice'));

  it('deltas of accounts have account, metadata, permissions and limits of a new account', () => {
    const auth = authority();
    const grace = { creator: 'eosio', name: 'grace', owner: auth, active: auth };
    expect(block(actionOf('eosio', newaccount, grace, 'eosio'))).toEqual([
      ...['+account', '+account_metadata', '+permission', '+permission', '+resource_limits'],
    ]);
    const usage = chain.changes('resource_usage').map(({ row }) => (row as { owner: bigint }).owner);
    expect(new Set(usage)).toEqual(new Set([nameToValue('grace'), nameToValue('eosio')]));
  });

  it('deltas of accounts have a permission that is changed, and one that is deleted', () => {
    const agent = { account: 'alice', permission: 'second', parent: 'active', auth: authority() };
    expect(block(actionOf('eosio', updateauth, agent, 'alice'))).toEqual(['+permission']);
    expect(
      block(actionOf('eosio', updateauth, { ...agent, auth: { ...authority(), threshold: 1 } }, 'alice')),
    ).toEqual(['+permission']);
    expect(block(actionOf('eosio', deleteauth, { account: 'alice', permission: 'second' }, 'alice'))).toEqual(
      ['-permission'],
    );
  });

  it('deltas of accounts have a link that is made and one that is removed, and none of both in one block', () => {
    expect(block(link)).toEqual(['+permission_link']);
    expect(block(unlink)).toEqual(['-permission_link']);
    chain.push([link]);
    expect(block(unlink)).toEqual([]);
  });

  it('deltas of accounts have limits, privilege and ABI when they change', () => {
    const limits = { account: 'alice', ram_bytes: 1_000_000n, net_weight: 5n, cpu_weight: 7n };
    const setTo = (changes: Partial<typeof limits>) =>
      block(actionOf('eosio', setalimits, { ...limits, ...changes }, 'eosio'));
    expect(setTo({})).toEqual(['+resource_limits']);
    expect(setTo({})).toEqual([]);
    expect(setTo({ ram_bytes: 2_000_000n })).toEqual(['+resource_limits']);
    expect(setTo({ ram_bytes: 2_000_000n, net_weight: 6n })).toEqual(['+resource_limits']);
    expect(setTo({ ram_bytes: 2_000_000n, net_weight: 6n, cpu_weight: 8n })).toEqual(['+resource_limits']);
    expect(block(actionOf('eosio', setpriv, { account: 'alice', is_priv: 1 }, 'eosio'))).toEqual([
      '+account_metadata',
    ]);
    const { raw } = chain.chain.abi('btc.token')!;
    expect(block(actionOf('eosio', setabi, { account: 'alice', abi: raw }, 'alice'))).toEqual(['+account']);
  });

  it('deltas of accounts have nothing but resource use of an empty block and of a refused transaction', () => {
    chain.nextBlock();
    expect(chain.deltas().map(({ name }) => name)).toEqual(['resource_limits_state']);
    chain.refusal([link, actionOf('eosio', deleteauth, { account: 'alice', permission: 'nosuch' }, 'alice')]);
    chain.nextBlock();
    expect(chain.deltas().map(({ name }) => name)).toEqual(['resource_limits_state']);
  });

  it('deltas of accounts have a code hash of zeros for contracts, and no code for other accounts', () => {
    const metadata = chain.replayed().rows('account_metadata');
    const codeOf = (account: string) => metadata.find(({ name }) => name === nameToValue(account))!.code;
    expect(codeOf('btc.token')).toEqual({ vmType: 0, vmVersion: 0, codeHash: new Uint8Array(32) });
    expect(codeOf('alice')).toBeUndefined();
    expect(chain.replayed().rows('code')).toEqual([
      { vmType: 0, vmVersion: 0, codeHash: new Uint8Array(32), code: new Uint8Array() },
    ]);
    expect(accountsOf(chain.replayed())).toHaveLength(chain.chain.memory().accounts);
  });
});
