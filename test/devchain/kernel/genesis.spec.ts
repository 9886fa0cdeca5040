import { nameToValue, parsePrivateKey, publicKeyOf, publicKeyText, symbolCodeToValue } from '@app/antelope';
import { balancesTable } from '../../../apps/devchain/src/contracts/token/tables';
import { createDevelopmentChain } from '../../../apps/devchain/src/genesis/genesis';
import { decode } from '../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import type { TransactionTrace } from '../../../apps/devchain/src/kernel/execution/trace';
import { InProcessChain } from '../../harness/chain/in-process-chain';

const TOKENS: [contract: string, symbol: string, precision: number][] = [
  ['btc.token', 'BTC', 8],
  ['usdt.token', 'USDT', 8],
  ['eosio.token', 'NATIVE', 4],
];
const PEOPLE = ['alice', 'bob', 'carol'];

describe('genesis', () => {
  const { chain, accounts } = new InProcessChain();

  it('createDevelopmentChain returns the funded accounts and the system account with their keys', () => {
    expect(accounts.map(({ name }) => name)).toEqual([...PEOPLE, 'eosio']);
    for (const account of accounts) {
      for (const entry of [account, ...account.permissions]) {
        expect(publicKeyText(publicKeyOf(parsePrivateKey(entry.private_key)))).toBe(entry.public_key);
      }
      const onChain = chain.account(account.name)!.permissions;
      for (const { name, public_key: key } of account.permissions) {
        const { authority } = onChain.find((permission) => permission.name === name)!;
        expect(authority.keys.map((factor) => publicKeyText(factor.key))).toEqual([key]);
      }
      expect(account.permissions.map(({ name }) => name).sort()).toEqual(
        onChain.map(({ name }) => name).sort(),
      );
    }
  });

  it.each(TOKENS)('the genesis gives every funded account tokens of %s', (contract, symbol, precision) => {
    for (const person of PEOPLE) {
      const row = chain.table(contract, nameToValue(person), 'accounts')!.find(symbolCodeToValue(symbol))!;
      const { balance } = decode(balancesTable.row, row.value);
      expect(balance).toMatchObject({ symbol, precision });
      expect(balance.units).toBeGreaterThan(0n);
    }
  });

  it('the genesis publishes an ABI for the system and every token', () => {
    for (const contract of ['eosio', 'cbtc.token', ...TOKENS.map(([account]) => account)]) {
      const { parsed } = chain.abi(contract)!;
      expect(parsed.actions.length).toBeGreaterThan(5);
    }
    expect(chain.abi('alice')).toBeUndefined();
  });

  it('the genesis gives contract accounts no key, and eosio@active as their authority', () => {
    for (const contract of ['dex', 'loan', 'bridge', 'vaults', 'oracle', 'eosio.msig', 'btc.token']) {
      for (const { authority } of chain.account(contract)!.permissions) {
        expect(authority.keys).toEqual([]);
        expect(
          authority.accounts.map(({ permission }) => `${permission.actor}@${permission.permission}`),
        ).toContain('eosio@active');
      }
    }
  });

  it('the genesis links the permission agent of alice to the whitelisted actions only', () => {
    const agent = chain.account('alice')!.permissions.find(({ name }) => name === 'agent')!;
    expect(agent.parent).toBe('active');
    expect(agent.linkedActions.map(({ account, action }) => `${account}:${String(action)}`).sort()).toEqual([
      'btc.token:transfer',
      'dex:cancelorder',
      'eosio.token:transfer',
      'loan:borrowvar',
      'loan:cancelloan',
      'loan:cancelredeem',
      'loan:createvault',
      'loan:genaddr',
      'loan:processqueue',
      'loan:withdraw',
      'pool.token:transfer',
      'usdt.token:transfer',
    ]);
  });

  it('the genesis consists of transactions in block 2, which listeners receive', () => {
    const heard: TransactionTrace[] = [];
    const created = createDevelopmentChain({
      seed: 'test',
      now: () => Date.parse('2026-03-01T12:00:00Z'),
      prepare: (prepared) => prepared.events.transaction.add((trace) => heard.push(trace)),
    });
    const block = created.chain.block(2)!;
    expect(block.transactions.map(({ id }) => id)).toEqual(heard.map(({ id }) => id));
    expect(created.chain.head().num).toBe(2);
    expect(
      heard.flatMap(({ actionTraces }) => actionTraces).filter(({ act }) => act.name === 'newaccount').length,
    ).toBeGreaterThan(10);
  });

  it('the genesis depends on the seed only', () => {
    const at = (time: string, seed: string): string =>
      createDevelopmentChain({ seed, now: () => Date.parse(time) }).chain.head().id;
    expect(at('2026-01-01T00:00:00Z', 'a')).toBe(at('2027-01-01T00:00:00Z', 'a'));
    expect(at('2026-01-01T00:00:00Z', 'a')).not.toBe(at('2026-01-01T00:00:00Z', 'b'));
  });
});
