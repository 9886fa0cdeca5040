import { derivePrivateKey, type PackedAction, serializeAbi } from '@app/antelope';
import fc from 'fast-check';
import { close, issue, open, retire, transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import { setalimits, setpriv } from '../../../apps/devchain/src/contracts/system/limits';
import { createTokenContract } from '../../../apps/devchain/src/contracts/token/contract';
import { keyAuthority } from '../../../apps/devchain/src/genesis/key-authority';
import { struct } from '../../../apps/devchain/src/kernel/sdk/abi/containers';
import { actionSignature } from '../../../apps/devchain/src/kernel/sdk/action-signature';
import { ChainError } from '../../../apps/devchain/src/kernel/sdk/errors/chain-error';
import {
  deleteauth,
  linkauth,
  newaccount,
  setabi,
  unlinkauth,
  updateauth,
} from '../../../apps/devchain/src/kernel/sdk/native-actions';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../harness/chain/in-process-chain';
import { longOr } from '../../harness/long';
import { LONG_PROPERTY } from '../../harness/long-property';

/** To an account without code, which does nothing. */
const sign = actionSignature(struct('sign', {}));
const BTC = { symbol: 'BTC', precision: 8 };
const authority = keyAuthority(derivePrivateKey('another'));
const people = fc.constantFrom('alice', 'bob', 'carol');
const names = fc.constantFrom('agent', 'one', 'two', 'active');
const units = fc.bigInt({ min: -1n, max: 1_100_000_000n });

/** Anything that writes; much of it is refused, which is the point. */
const anyAction: fc.Arbitrary<PackedAction> = fc.oneof(
  fc
    .tuple(people, people, units)
    .map(([from, to, amount]) =>
      actionOf('btc.token', transfer, { from, to, quantity: { ...BTC, units: amount }, memo: '' }, from),
    ),
  fc
    .tuple(people, people)
    .map(([owner, payer]) =>
      actionOf('cbtc.token', open, { owner, symbol: { ...BTC, symbol: 'CBTC' }, ram_payer: payer }, payer),
    ),
  people.map((owner) => actionOf('cbtc.token', close, { owner, symbol: { ...BTC, symbol: 'CBTC' } }, owner)),
  units.map((amount) =>
    actionOf('btc.token', issue, { to: 'bridge', quantity: { ...BTC, units: amount }, memo: '' }, 'bridge'),
  ),
  units.map((amount) =>
    actionOf('btc.token', retire, { quantity: { ...BTC, units: amount }, memo: '' }, 'bridge'),
  ),
  fc
    .constantFrom('newcomer', 'alice', 'a.dex')
    .map((name) =>
      actionOf('eosio', newaccount, { creator: 'alice', name, owner: authority, active: authority }, 'alice'),
    ),
  fc
    .tuple(people, names, names)
    .map(([account, permission, parent]) =>
      actionOf('eosio', updateauth, { account, permission, parent, auth: authority }, `${account}@owner`),
    ),
  fc
    .tuple(people, names)
    .map(([account, permission]) =>
      actionOf('eosio', deleteauth, { account, permission }, `${account}@owner`),
    ),
  fc
    .tuple(people, names, fc.constantFrom('', 'transfer'))
    .map(([account, requirement, type]) =>
      actionOf('eosio', linkauth, { account, code: 'dex', type, requirement }, `${account}@owner`),
    ),
  fc
    .tuple(people, fc.constantFrom('', 'transfer'))
    .map(([account, type]) =>
      actionOf('eosio', unlinkauth, { account, code: 'dex', type }, `${account}@owner`),
    ),
  fc
    .constantFrom(new Uint8Array(), serializeAbi(createTokenContract('x').abi), Uint8Array.of(1, 2, 3))
    .map((abi) => actionOf('eosio', setabi, { account: 'alice', abi }, 'alice')),
  fc
    .tuple(people, fc.bigInt({ min: -2n, max: 5000n }))
    .map(([account, limit]) =>
      actionOf(
        'eosio',
        setalimits,
        { account, ram_bytes: limit, net_weight: limit, cpu_weight: limit },
        'eosio',
      ),
    ),
  people.map((account) => actionOf('eosio', setpriv, { account, is_priv: 1 }, 'eosio')),
);

/** Overdrawn, so everything before it in the transaction must be as if it had never been. */
const fatal = actionOf(
  'btc.token',
  transfer,
  { from: 'alice', to: 'bob', quantity: { ...BTC, units: 10n ** 17n }, memo: '' },
  'alice',
);

describe('the state after a transaction that is not executed', () => {
  const kernel = new InProcessChain();
  const keys = ['eosio', 'alice', 'bob', 'carol'].map((name) => kernel.key(name));
  // So that every transaction needs every key, whatever else it does.
  const everyone = ['eosio', 'alice', 'bob', 'carol'].map((name) => actionOf('oracle', sign, {}, name));

  it('the state after a transaction that is not executed is unchanged for every kind of action before the failure', () => {
    let reached = 0;
    fc.assert(
      fc.property(fc.array(anyAction, { minLength: 1, maxLength: 8 }), (actions) => {
        const before = kernel.chain.stateDigest();
        const refusal = kernel.refusal([...everyone, ...actions, fatal], { keys });
        if (refusal.trace?.actionTraces.at(actions.length + everyone.length)?.except !== undefined) reached++;
        expect(kernel.chain.stateDigest()).toBe(before);
        // A transaction that goes through, so that the next one meets another state.
        try {
          kernel.push([...everyone, ...actions], { keys });
        } catch (error) {
          expect(error).toBeInstanceOf(ChainError);
        }
        restoreLimits();
      }),
      { numRuns: longOr(150, 120), ...LONG_PROPERTY },
    );
    expect(reached).toBeGreaterThan(10);
  });

  it('the state after a transaction that is not executed is unchanged after a dry run', () => {
    fc.assert(
      fc.property(fc.array(anyAction, { minLength: 1, maxLength: 4 }), (actions) => {
        const before = kernel.chain.stateDigest();
        kernel.chain.compute(kernel.pack([...everyone, ...actions], { keys }));
        expect(kernel.chain.stateDigest()).toBe(before);
      }),
      { numRuns: longOr(60, 25) },
    );
    const once = kernel.pack([...everyone], { keys });
    expect(kernel.chain.compute(once).except).toBeUndefined();
    expect(kernel.chain.push(once).receipt?.status).toBe('executed');
  });

  /** Removes the limits set before, which may leave no account able to pay. */
  function restoreLimits(): void {
    const limits = { ram_bytes: -1n, net_weight: -1n, cpu_weight: -1n };
    kernel.push(
      ['alice', 'bob', 'carol'].map((account) =>
        actionOf('eosio', setalimits, { account, ...limits }, 'eosio'),
      ),
    );
  }
});
