import type { AccountPermission } from '@app/upstream';
import { nextStep } from './next-step';

const KEYS = ['PUB_K1_a', 'PUB_K1_b', 'PUB_K1_c'];
const permission = (change: Partial<AccountPermission> = {}): AccountPermission => ({
  ...{ name: 'active', parent: 'owner', threshold: 1, accounts: [], waits: [], linkedActions: [] },
  keys: [{ key: 'PUB_K1_a', weight: 1 }],
  ...change,
});
const next = (change: Partial<AccountPermission>, simulation = OK) =>
  nextStep({ simulation, actor: 'alice', permission: permission(change), expires: '2026-11-21T12:05:00Z' });
const OK = { status: 'ok' as 'ok' | 'failed' | 'unavailable', error: null as string | null };
const REST =
  ', then call push_transaction with the signatures and transaction.packed_trx before 2026-11-21T12:05:00Z, or open ' +
  '`esr` in a wallet.';

describe('the next step of a proposal', () => {
  it.each<[string, Partial<AccountPermission>, string]>([
    ['one key', {}, 'the key PUB_K1_a of alice@active'],
    [
      'several keys that each suffice',
      { keys: KEYS.map((key) => ({ key, weight: 1 })) },
      'one of these of alice@active: PUB_K1_a, PUB_K1_b, PUB_K1_c',
    ],
    [
      'one key that suffices among others that do not',
      { threshold: 2, keys: KEYS.map((key, index) => ({ key, weight: index === 1 ? 2 : 1 })) },
      'the key PUB_K1_b of alice@active',
    ],
    [
      'a threshold that takes several keys',
      { threshold: 3, keys: KEYS.map((key, index) => ({ key, weight: index })) },
      'as many of these of alice@active as reach its threshold of 3: PUB_K1_a (weight 0), PUB_K1_b (weight 1), ' +
        'PUB_K1_c (weight 2)',
    ],
    [
      'another account',
      { keys: [], accounts: [{ actor: 'bob', permission: 'active', weight: 1 }] },
      'the keys of bob@active, which sign for alice@active',
    ],
    [
      'the code of a contract, which cannot sign',
      { accounts: [{ actor: 'loan', permission: 'eosio.code', weight: 1 }] },
      'the key PUB_K1_a of alice@active',
    ],
    ['nobody', { keys: [] }, 'the permission alice@active, which no key can sign for'],
    [
      'many keys',
      { keys: Array.from({ length: 9 }, (_, index) => ({ key: `K${index}`, weight: 1 })) },
      'one of these of alice@active: K0, K1, K2, K3, K4, K5 and 3 more (get_account lists them)',
    ],
  ])('the next step names the signers of a permission of %s', (_, change, signers) => {
    expect(next(change)).toBe(`Sign transaction.signing_digest with ${signers}${REST}`);
  });

  it('the next step is not to sign a transaction that would fail, and the reason', () => {
    expect(next({}, { status: 'failed', error: 'overdrawn balance' })).toBe(
      'Would fail: overdrawn balance; do not sign.',
    );
  });

  it('the next step states that the outcome is unknown without a dry run', () => {
    expect(next({}, { status: 'unavailable', error: 'no node could answer: timed out' })).toBe(
      'No dry run was possible (no node could answer: timed out), so it is unknown whether it would succeed: check ' +
        `\`summary\` with care, then sign transaction.signing_digest with the key PUB_K1_a of alice@active${REST}`,
    );
  });
});
