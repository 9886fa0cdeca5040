import { InProcessClient } from '../../../../apps/devchain/src/client/in-process-client';
import type { Chain } from '../../../../apps/devchain/src/kernel/chain';
import type { Answer } from '../../../harness/gateway/gateway-client';
import { expireReadCache } from '../../../harness/gateway/start-gateway';
import { type Proposal, TestGateway, units } from '../../../harness/gateway/test-gateway';
import { allBalances } from './chain-balances';
import { EconomyModel } from './economy-model';
import { changes } from './model-balances';
import { BORROWERS, type MakeSteps, type Step, TRADERS } from './random-proposals';
import { saveModel } from './save-model';
import { expectSameRows } from './same-rows';
import { compareSteps, type StepEffect } from './step-effects';

const PRICE = '80000';
const DECIMALS: Readonly<Record<string, number>> = { NATIVE: 4 };

/** Proposals that were carried out. */
export interface Counts {
  /** Of one tool. */
  executed: number;
  plans: number;
  /** Whose dry run failed, as the model says. */
  refused: number;
  /** Calls and steps that were executed, by tool. */
  readonly tools: Map<string, number>;
  /** Trades of executed proposals. */
  trades: number;
}

/** A development chain, the gateway in front of it, and the reference models, with the same proposals. */
export class ComparedEconomy {
  readonly counts: Counts = { executed: 0, plans: 0, refused: 0, tools: new Map(), trades: 0 };

  private constructor(
    private readonly gateway: TestGateway,
    private readonly client: InProcessClient,
    private readonly model: EconomyModel,
    private readonly clock: { nowMs: number },
  ) {}

  static async start(): Promise<ComparedEconomy> {
    // A clock that stands still within a sequence: interest is the same in the dry run and in the push.
    const clock = { nowMs: Date.now() };
    const gateway = await TestGateway.start({ now: () => clock.nowMs, blocks: 'manual' });
    await gateway.admin('price', { price: PRICE });
    for (const account of BORROWERS) {
      await gateway.execute('setup_vault', { account });
      await gateway.admin('mine-bitcoin');
      const { btc_address } = await gateway.read('get_vault', { account });
      await gateway.payBitcoin(btc_address, '1');
    }
    await gateway.execute('lend', { account: 'bob', amount_usdt: '500', pool_id: 5 });
    const { chain } = gateway.chain.devchain;
    const client = new InProcessClient(chain, { seed: '', accounts: [] });
    const model = new EconomyModel(client, TRADERS, pendingMs(chain));
    return new ComparedEconomy(gateway, client, model, clock);
  }

  get pushed(): number {
    return this.counts.executed + this.counts.plans;
  }

  close(): Promise<void> {
    return this.gateway.close();
  }

  /** The next block, with a price of it. */
  async advance(): Promise<void> {
    const { chain } = this.gateway.chain.devchain;
    this.clock.nowMs = Math.max(this.clock.nowMs + 500, Date.now());
    // The open block keeps the time at which it was opened; the second one has the present time.
    chain.produceBlock();
    chain.produceBlock();
    await this.gateway.admin('price', { price: PRICE });
    this.model.advance(pendingMs(chain), BigInt(PRICE) * 10n ** 8n);
  }

  /** Composes, compares the dry run with the model, pushes, and compares what changed with both. */
  async carryOut(make: MakeSteps): Promise<void> {
    const steps = make(this.client);
    const [first] = steps;
    if (first === undefined) return;
    expireReadCache();
    const proposal = await this.#compose(steps);
    const restore = saveModel(this.model);
    const before = this.model.balances();
    const compared = compareSteps(this.model, steps);
    const isExpected = compared.every(({ refusal }) => refusal === undefined);
    const { status, error } = proposal.simulation;
    expect({ steps, status, error }).toMatchObject({ status: isExpected ? 'ok' : 'failed' });
    if (!isExpected) {
      restore();
      this.counts.refused++;
      expect(proposal.simulation.effects).toBeNull();
      return;
    }
    const expected = changes(before, this.model.balances());
    expect(changesOf(proposal)).toEqual(expected);
    compared.forEach(({ expectEffect }, index) => {
      expectEffect(effectsOf(proposal, steps)[index]!);
    });
    const held = allBalances(this.gateway.chain.devchain.chain);
    const signer = { account: String(first.input['account'] ?? first.input['from']) };
    const pushed = await this.gateway.relay(proposal, signer, 'accepted');
    expect(pushed).toMatchObject({ body: { status: 'pending' } });
    expect(changes(held, allBalances(this.gateway.chain.devchain.chain))).toEqual(expected);
    this.counts.trades += expectSameRows(this.client, this.model);
    this.#count(steps);
  }

  #compose(steps: readonly Step[]): Promise<Proposal> {
    const [first] = steps;
    return steps.length === 1
      ? this.gateway.compose(first!.tool, first!.input)
      : this.gateway.compose('compose_plan', { steps });
  }

  #count(steps: readonly Step[]): void {
    if (steps.length === 1) this.counts.executed++;
    else this.counts.plans++;
    for (const { tool } of steps) this.counts.tools.set(tool, (this.counts.tools.get(tool) ?? 0) + 1);
  }
}

/** Time of the next transaction, while the clock stands. */
const pendingMs = (chain: Chain): number => chain.head().timeMs + 500;

/** Changes that the dry run announces, by `account symbol`. */
function changesOf({ simulation }: Proposal): Record<string, bigint> {
  return Object.fromEntries(
    simulation.effects!.map(({ account, token, change }) => {
      expect(change).toMatch(new RegExp(`^-?\\d+\\.\\d{${DECIMALS[token] ?? 8}}$`));
      return [`${account} ${token}`, units(change)];
    }),
  );
}

/** Effects of each step; those of a single call stand in the simulation itself. */
function effectsOf({ simulation }: Proposal, steps: readonly Step[]): readonly StepEffect[] {
  const own = simulation as Answer & { steps?: StepEffect[] };
  if (steps.length === 1) return [own as StepEffect];
  expect(own.steps?.map(({ tool }) => tool)).toEqual(steps.map(({ tool }) => tool));
  return own.steps!;
}
