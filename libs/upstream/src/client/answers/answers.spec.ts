import { readAccount } from './account';
import { readInfo } from '../../node/info';
import { UnreadableAnswerError } from '../../node/parse-answer';
import { readRawAbi } from './raw-abi';
import { readCurrencyStats, readTableRows } from './tables';
import { readDryRunRefusal, readTransactionRun, readTransactionStatus } from '../../push/transaction-answers';

const info = {
  chain_id: 'ab'.repeat(32),
  head_block_num: 12,
  head_block_id: '0c'.repeat(32),
  head_block_time: '2026-11-21T12:00:00.500',
  head_block_producer: 'eosio',
  last_irreversible_block_num: 10,
  last_irreversible_block_id: '0a'.repeat(32),
  server_version: '04774eb7',
};

function keysRead(key: string): (string | undefined)[] {
  const limit = { used: 0, available: 0, max: 0 };
  const required_auth = { threshold: 1, keys: [{ key, weight: 1 }], accounts: [], waits: [] };
  const { permissions } = readAccount({
    account_name: 'alice',
    created: '2026-11-21T12:00:00.000',
    ram_quota: 1,
    ram_usage: 1,
    cpu_limit: limit,
    net_limit: limit,
    permissions: [{ perm_name: 'active', parent: 'owner', required_auth }],
  });
  return permissions.flatMap(({ keys }) => keys.map((one) => one.key));
}

describe('answers of nodes', () => {
  it('times are UTC although they do not say so', () => {
    expect(readInfo(info).headBlockTimeMs).toBe(Date.UTC(2026, 10, 21, 12, 0, 0, 500));
  });

  it('answers of nodes have the readable version of a node, where it gives one', () => {
    expect(readInfo(info).serverVersion).toBe('04774eb7');
    expect(readInfo({ ...info, server_version_string: 'v5.0.3' }).serverVersion).toBe('v5.0.3');
  });

  it.each([
    ['chain_id', { ...info, chain_id: 'nonsense' }],
    ['head_block_time', { ...info, head_block_time: 'yesterday' }],
    ['head_block_num', { ...info, head_block_num: '12' }],
  ])('answers of nodes that are not of their shape name the member (%s)', (member, answer) => {
    expect(() => readInfo(answer)).toThrow(UnreadableAnswerError);
    expect(() => readInfo(answer)).toThrow(`get_info: ${member}`);
  });

  it('answers of nodes read numbers and strings alike: nodes switch above 32 bits', () => {
    const limit = { used: 0, available: '4294967296', max: '18446744073709551615' };
    const account = readAccount({
      account_name: 'alice',
      created: '2026-11-21T12:00:00.000',
      ram_quota: -1,
      ram_usage: '9007199254740993',
      cpu_limit: limit,
      net_limit: limit,
      permissions: [
        {
          perm_name: 'active',
          parent: 'owner',
          required_auth: { threshold: 1, keys: [], accounts: [], waits: [] },
          linked_actions: [
            { account: 'dex' },
            { account: 'loan', action: '' },
            { account: 'dex', action: 'buy' },
          ],
        },
        {
          perm_name: 'owner',
          parent: '',
          required_auth: { threshold: 1, keys: [], accounts: [], waits: [] },
        },
      ],
    });
    expect(account.ram).toEqual({ used: 9_007_199_254_740_993n, quota: -1n });
    expect(account.cpu.max).toBe(18_446_744_073_709_551_615n);
    expect(account.permissions.map(({ linkedActions }) => linkedActions)).toEqual([
      [
        { contract: 'dex', action: null },
        { contract: 'loan', action: null },
        { contract: 'dex', action: 'buy' },
      ],
      [],
    ]);
  });

  it.each([
    ['the legacy form', 'EOS57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tHTtxzq'],
    ["a chain's own prefix", 'ABC57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tHTtxzq'],
    ['the canonical form', 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT'],
  ])('answers of nodes write keys canonically that came in %s', (_, key) => {
    expect(keysRead(key)).toEqual(['PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT']);
  });

  it('answers of nodes with a key that is none are not readable', () => {
    expect(() => keysRead('EOS1111')).toThrow('get_account: permissions.0.required_auth.keys.0.key');
  });

  it('answers of nodes do not need next_key, which the first nodes did not have', () => {
    expect(readTableRows({ rows: [{ a: 1 }], more: false }, 25)).toEqual({
      rows: [{ a: 1 }],
      more: false,
      nextKey: '',
      bytes: 25,
    });
  });

  it('answers of nodes have no statistics for a token that is not there', () => {
    expect(readCurrencyStats('BTC', {})).toBeUndefined();
  });

  it('an ABI whose bytes do not have the reported hash is refused', () => {
    const abi = Buffer.from('other bytes').toString('base64');
    expect(() => readRawAbi({ account_name: 'dex', abi_hash: 'ab'.repeat(32), abi })).toThrow(
      'does not have the hash',
    );
  });

  it.each([
    ['executed', { receipt: { status: 'executed' }, except: null }, undefined],
    ['soft_fail', { receipt: { status: 'soft_fail' }, except: null }, 'ended as soft_fail'],
    [
      'except',
      { receipt: null, except: { code: 3050003, name: 'x', message: 'refused', stack: [] } },
      'refused',
    ],
  ])('an answer to a push or dry run has the outcome of one that ended as %s', (_, processed, reason) => {
    const answer = { transaction_id: 'a', processed };
    expect(readTransactionRun(answer).refusal?.reason).toBe(reason);
    expect(readDryRunRefusal(answer, 'a')?.reason).toBe(reason);
  });

  it.each([
    ['LOCALLY_APPLIED', true],
    ['IN_BLOCK', true],
    ['IRREVERSIBLE', true],
    ['UNKNOWN', false],
    ['FORKED_OUT', false],
    ['FAILED', false],
  ])('answers of nodes count a transaction in state %s as landed: %s', (state, hasLanded) => {
    const { location } = readTransactionStatus({
      state,
      block_number: 7,
      block_timestamp: '2026-11-21T12:00:00.000',
    });
    expect(location !== undefined).toBe(hasLanded);
  });
});
