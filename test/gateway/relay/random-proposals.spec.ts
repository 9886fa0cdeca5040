import fc from 'fast-check';
import { longOr } from '../../harness/long';
import { LONG_PROPERTY } from '../../harness/long-property';
import { ComparedEconomy } from './support/compared-economy';
import { proposal } from './support/random-proposals';
import { writeResult } from './support/random-proposals-result';

/** Proposals that are executed: about six in ten, others would fail. */
const PUSHED = longOr(2_000, 40);
/** Most sequences, of 6 to 12 proposals each. */
const SEQUENCES = longOr(1_000, 20);
/** Ends a run that hangs; the long form takes more than half an hour beside other work. */
const LONGEST_MS = longOr(3_600_000, 600_000);

describe('the effects of a dry run', () => {
  let economy: ComparedEconomy;
  beforeAll(async () => {
    economy = await ComparedEconomy.start();
  });
  afterAll(() => economy.close());

  it(
    'the effects of a dry run of random proposals and plans equal the balances after the push and the models of books and pools',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(proposal, { minLength: 6, maxLength: 12 }), async (proposals) => {
          if (economy.pushed >= PUSHED) return;
          await economy.advance();
          for (const make of proposals) await economy.carryOut(make);
        }),
        // One chain has all sequences: a shorter one would not start where the failing one did.
        { ...LONG_PROPERTY, interruptAfterTimeLimit: LONGEST_MS, numRuns: SEQUENCES, endOnFailure: true },
      );
      const { plans, refused, tools } = economy.counts;
      expect(economy.pushed).toBeGreaterThanOrEqual(PUSHED);
      expect(plans).toBeGreaterThan(PUSHED / 5);
      expect(refused).toBeGreaterThan(0);
      const often = ['borrow', 'cancel_order', 'lend', 'place_order', 'redeem', 'repay', 'transfer'];
      expect([...tools.keys()]).toEqual(
        expect.arrayContaining([...often, 'withdraw_btc', 'withdraw_collateral']),
      );
      writeResult(economy.counts);
    },
    LONGEST_MS,
  );
});
