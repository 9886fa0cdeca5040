import type { PackedAction } from '@app/antelope';
import * as fc from 'fast-check';
import { voteproducer } from '../../../../apps/devchain/src/contracts/producers/signatures';
import {
  globalTable,
  producersTable,
  votersTable,
} from '../../../../apps/devchain/src/contracts/producers/tables';
import { transfer } from '../../../../apps/devchain/src/contracts/token/signatures';
import { developmentKey } from '../../../../apps/devchain/src/client/development-key';
import { ChainError } from '../../../../apps/devchain/src/kernel/sdk/errors/chain-error';
import { actionOf } from '../../../../apps/devchain/src/client/action';

import { longOr } from '../../../harness/long';
import { LONG_PROPERTY } from '../../../harness/long-property';
import { Election } from './support/election';

const PEOPLE = ['alice', 'bob', 'carol'];
const HOLDING = 10_000_000_000;

describe('votes', () => {
  it('votes count the NATIVE balance of the voter in full for every chosen producer', () => {
    const election = new Election();
    for (const name of PEOPLE) election.push([election.registering(name)]);
    election.push([election.voting('alice', ['alice', 'bob'])]);
    expect(election.votes()).toEqual({ alice: HOLDING, bob: HOLDING, carol: 0 });
    const quantity = { units: 4_000_000_000n, symbol: 'NATIVE', precision: 4 };
    election.push([
      actionOf('eosio.token', transfer, { from: 'alice', to: 'bob', quantity, memo: '' }, 'alice'),
    ]);
    expect(election.votes().alice).toBe(HOLDING);
    election.push([election.voting('alice', ['carol'])]);
    expect(election.votes()).toEqual({ alice: 0, bob: 0, carol: HOLDING - 4_000_000_000 });
  });

  it('votes delegated to a proxy follow the vote of the proxy', () => {
    const election = new Election();
    for (const name of PEOPLE) election.push([election.registering(name)]);
    election.push([election.proxying('carol', true)]);
    election.push([election.voting('alice', [], 'carol')]);
    expect(election.votes()).toEqual({ alice: 0, bob: 0, carol: 0 });
    election.push([election.voting('carol', ['bob'])]);
    expect(election.votes().bob).toBe(2 * HOLDING);
    election.push([election.proxying('carol', false)]);
    expect(election.votes().bob).toBe(HOLDING);
    election.push([election.proxying('carol', true)]);
    election.push([election.voting('alice', ['alice'])]);
    expect(election.votes()).toEqual({ alice: HOLDING, bob: HOLDING, carol: 0 });
  });

  it('votes elect producers once the schedule is final; one without a known key misses its blocks', () => {
    const election = new Election();
    const foreign = developmentKey('elsewhere', 'bob');
    election.push([election.registering('alice')]);
    election.push([election.registering('bob', foreign)]);
    election.push([election.voting('alice', ['alice', 'bob'])]);
    expect(election.chain.schedule().pending).toBeUndefined();
    election.nextBlock(7);
    expect(election.chain.schedule().pending?.producers.map(({ producer }) => producer)).toEqual([
      'alice',
      'bob',
    ]);
    expect(election.chain.schedule().active.version).toBe(0);
    election.nextBlock(7);
    expect(election.chain.schedule().active).toMatchObject({ version: 1 });
    const made = new Set<string>();
    election.chain.events.block.add(({ producer }) => made.add(producer));
    election.nextBlock(30);
    expect([...made]).toEqual(['alice']);
  });

  it('votes do not schedule producers when none of them can sign', () => {
    const election = new Election();
    election.push([election.registering('bob', developmentKey('elsewhere', 'bob'))]);
    election.push([election.voting('alice', ['bob'])]);
    election.nextBlock(30);
    expect(election.chain.schedule()).toMatchObject({ active: { version: 0 }, pending: undefined });
    expect(election.chain.head().producer).toBe('eosio');
  });

  it('votes are refused with the messages of eosio.system', () => {
    const election = new Election();
    for (const name of PEOPLE) election.push([election.registering(name)]);
    election.push([election.proxying('carol', true)]);
    election.push([election.leaving('bob')]);
    const thirtyOne = Array.from(
      { length: 31 },
      (_, index) => `p${'abcdefghijklmnopqrstuvwxyz12345'[index]!}`,
    );
    const refused: [PackedAction, string][] = [
      [election.voting('alice', ['nosuch']), 'producer nosuch is not registered'],
      [election.voting('alice', ['bob']), 'producer bob is not currently registered'],
      [election.voting('alice', ['carol', 'alice']), 'producer votes must be unique and sorted'],
      [election.voting('alice', ['alice', 'alice']), 'producer votes must be unique and sorted'],
      [election.voting('alice', thirtyOne), 'attempt to vote for too many producers'],
      [election.voting('alice', ['alice'], 'carol'), 'cannot vote for producers and proxy at same time'],
      [election.voting('alice', [], 'alice'), 'cannot proxy to self'],
      [election.voting('alice', [], 'nosuch'), 'invalid proxy specified'],
      [election.voting('alice', [], 'bob'), 'proxy not found'],
      [election.voting('carol', [], 'carol'), 'cannot proxy to self'],
      [election.proxying('carol', true), 'action has no effect'],
      [election.leaving('eosio'), 'producer not found'],
    ];
    for (const [action, why] of refused) expect(election.why(action)).toBe(why);
    election.push([election.voting('alice', [], 'carol')]);
    expect(election.why(election.proxying('alice', true))).toBe(
      'account that uses a proxy is not allowed to become a proxy',
    );
    election.push([election.proxying('bob', true)]);
    expect(election.why(election.voting('carol', [], 'bob'))).toBe(
      'account registered as a proxy is not allowed to use a proxy',
    );
    expect(
      election.why(actionOf('eosio', voteproducer, { voter: 'alice', proxy: '', producers: [] }, 'bob')),
    ).toBe('missing authority of alice');
  });

  it('votes have consistent totals for random sequences of votes', () => {
    const choice = fc.oneof(
      fc.record({ who: fc.constantFrom(...PEOPLE), names: fc.subarray(PEOPLE), proxy: fc.constant('') }),
      fc.record({
        who: fc.constantFrom(...PEOPLE),
        names: fc.constant<string[]>([]),
        proxy: fc.constantFrom(...PEOPLE),
      }),
      fc.record({ who: fc.constantFrom(...PEOPLE), isProxy: fc.boolean() }),
      fc.record({ who: fc.constantFrom(...PEOPLE), registers: fc.boolean() }),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 40, size: 'max' }), (choices) => {
        const election = new Election();
        for (const name of PEOPLE) election.push([election.registering(name)]);
        for (const step of choices) {
          try {
            if ('isProxy' in step) election.push([election.proxying(step.who, step.isProxy)]);
            else if ('registers' in step) {
              election.push([step.registers ? election.registering(step.who) : election.leaving(step.who)]);
            } else election.push([election.voting(step.who, step.names, step.proxy)]);
            taken++;
          } catch (error) {
            expect(error).toBeInstanceOf(ChainError);
          }
          expect(election.votes()).toEqual(plainTally(election));
        }
      }),
      { numRuns: longOr(60, 12), ...LONG_PROPERTY },
    );
    expect(taken).toBeGreaterThan(50);
  });
});

/** Votes counted anew from what everyone has chosen: each voter is followed to where the vote ends. */
function plainTally(election: Election): Record<string, number> {
  const rows = new Map(election.client.rows('eosio', 'eosio', votersTable).map((row) => [row.owner, row]));
  const tally: Record<string, number> = Object.fromEntries(
    election.client.rows('eosio', 'eosio', producersTable).map(({ owner }) => [owner, 0]),
  );
  for (const row of rows.values()) {
    const speaker = row.proxy === '' ? row : rows.get(row.proxy);
    if (speaker === undefined || (row.proxy !== '' && !speaker.is_proxy)) continue;
    // Before its first vote an account has nothing staked.
    for (const name of speaker.producers) tally[name] = (tally[name] ?? 0) + Number(row.staked);
  }
  const [state] = election.client.rows('eosio', 'eosio', globalTable);
  const sum = Object.values(tally).reduce((total, votes) => total + votes, 0);
  expect(state?.total_producer_vote_weight ?? 0).toBe(sum);
  return tally;
}
