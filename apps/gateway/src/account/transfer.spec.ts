import { formatAmount, MAX_UNITS } from '@app/antelope';
import { ContractProfile, developmentProfileFile, readProfile } from '@app/networks';
import fc from 'fast-check';
import type { TransferInput } from './dto/transfer.dto';
import { transferCall } from './transfer';

const development = readProfile(developmentProfileFile()).entries();
/** A chain that calls its own token otherwise. */
const profile = new ContractProfile('test.yaml', {
  ...development,
  tokens: { ...development.tokens, NATIVE: { contract: 'eosio.token', symbol: 'COIN', precision: 4 } },
});

const input: TransferInput = {
  network: 'mainnet',
  from: 'alice',
  to: 'bob',
  symbol: 'NATIVE',
  amount: '1.5',
  memo: 'hi',
  permission: 'active',
};

describe('a transfer', () => {
  it("a transfer has the chain's own names, on the token's own contract", () => {
    expect(transferCall(input, profile)).toEqual({
      account: 'eosio.token',
      name: 'transfer',
      data: { from: 'alice', to: 'bob', quantity: '1.5000 COIN', memo: 'hi' },
    });
  });

  it.each<[Partial<TransferInput>, string]>([
    [{ to: 'alice' }, 'to: must differ from from'],
    [{ memo: '\u{1f600}'.repeat(65) }, 'memo: is 260 bytes long; at most 256 bytes'],
    [{ amount: '0.00001' }, 'amount: "0.00001" has 5 decimals; NATIVE has 4'],
    [{ symbol: 'BTC', amount: '0.000000001' }, 'amount: "0.000000001" has 9 decimals; BTC has 8'],
    [{ amount: formatAmount(MAX_UNITS + 1n, 4) }, 'amount: '],
  ])('a transfer with %j is refused by name', (change, problem) => {
    expect(() => transferCall({ ...input, ...change }, profile)).toThrow(problem);
  });

  it.each([
    [
      'eapntos.loan',
      'to: eapntos.loan is a vault, and .*; to fund the vault, send bitcoin to its btc_address',
    ],
    ['usdt.token', 'to: usdt.token is the contract of USDT, and tokens sent to it cannot be returned'],
    ['eosio.token', 'to: eosio.token is the contract of NATIVE'],
    ['cbtc.token', 'to: cbtc.token is the contract of CBTC'],
    ['eosio', 'to: eosio is the system account'],
    ['eosio.null', 'to: eosio.null is the null account, for which no key can sign'],
  ])('a transfer to %s is refused whatever token it moves', (to, problem) => {
    for (const symbol of ['BTC', 'USDT', 'NATIVE'] as const)
      expect(() => transferCall({ ...input, to, symbol }, profile)).toThrow(new RegExp(problem));
  });

  it.each(['loan', 'dex', 'bridge', 'vaults', 'loan.alice', 'eapntos.loans'])(
    'a transfer to %s, which can return tokens or is no vault, is composed',
    (to) => {
      expect(transferCall({ ...input, to }, profile).data['to']).toBe(to);
    },
  );

  it('a transfer to any account is composed where the names of vaults have no form of their own', () => {
    const free = new ContractProfile('test.yaml', { ...development, vault_name: '{id}' });
    expect(transferCall({ ...input, to: 'eapntos.loan' }, free).data['to']).toBe('eapntos.loan');
  });

  it('the refusal of a transfer names everything that is wrong with it', () => {
    const wrong = { ...input, to: 'alice', memo: '\u00e4'.repeat(129), amount: '1.23456' };
    expect(() => transferCall(wrong, profile)).toThrow(/^to: .*; memo: .*; amount: /);
  });

  it('a transfer takes 256 bytes of memo', () => {
    expect(transferCall({ ...input, memo: '\u00e4'.repeat(128) }, profile).data['memo']).toHaveLength(128);
  });

  it('a transfer carries every amount a token can have to the last digit, as text', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: MAX_UNITS }),
        fc.constantFrom('BTC', 'USDT', 'NATIVE'),
        (units, symbol) => {
          const { precision, symbol: chainSymbol } = profile.token(symbol);
          const amount = formatAmount(units, precision);
          expect(transferCall({ ...input, symbol, amount }, profile).data['quantity']).toBe(
            `${amount} ${chainSymbol}`,
          );
        },
      ),
    );
  });
});
