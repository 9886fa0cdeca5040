import { ToolError } from '@app/tooling';
import type { Chains } from '@app/upstream';
import { RelayService } from '../../../apps/gateway/src/relay/relay.service';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';
import { idOf } from '../../harness/fake-node/fake-chain';
import { allOr, longOr } from '../../harness/long';
import { TestChain, type PackedBody } from '../../harness/node/test-chain';
import { networksOn } from '../support/networks-on';
import { UNLIMITED } from '../support/unlimited';
import {
  ALL_FAULTS,
  KINDS_OF_FAULTS,
  LOOKUPS,
  type Lookups,
  type PushFault,
  SHORT_FAULTS,
} from './support/fault-cases';
import { FaultProxy } from './support/fault-proxy';
import { Payments, type Told } from './support/payments';
import { NO_EFFECTS } from '../support/no-effects';

const RIGHT = { wrong: [], paidTooMuch: 0 };
const FAULTS = longOr(ALL_FAULTS, allOr(SHORT_FAULTS, KINDS_OF_FAULTS));

let chain: TestChain;
let proxies: FaultProxy[];
let chainId: string;
const services: Chains[] = [];

beforeAll(async () => {
  chain = await TestChain.start({ blocks: 'timed' });
  proxies = await Promise.all([FaultProxy.start(chain.url), FaultProxy.start(chain.url)]);
  ({ chain_id: chainId } = await chain.read<{ chain_id: string }>('get_info'));
});
afterAll(async () => {
  await Promise.all(services.map((chains) => chains.close()));
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await chain.close();
});

/** The relay on the first `count` nodes; each call is a service that remembers nothing. */
function relayOn(count: number): (signed: PackedBody) => Promise<Told> {
  const networks = mainnetOn(
    proxies.slice(0, count).map(({ url }) => url),
    chainId,
  );
  // Beyond the time that a healthy request takes on a busy machine, except where a node never answers.
  const deadlinesMs = { info: 20_000, push: 4_000, lookup: 4_000 };
  const chains = chainsWithShortTimeouts(networks, {
    deadlinesMs,
    nodes: { pollTimeoutMs: 20_000 },
    // A block takes long on a busy machine.
    push: { budgetMs: 50_000, lookups: 2, pauseMs: 10, inBlockMs: 20_000, lookPauseMs: 1_000 },
  });
  services.push(chains);
  const registry = networksOn(chains);
  const relay = new RelayService(registry, NO_EFFECTS);
  return async ({ signatures, packed_trx }) => {
    const signed_tx = { signatures, packed_trx, compression: 0 as const, packed_context_free_data: '' };
    try {
      const input = { network: 'mainnet', signed_tx, wait_for: 'in_block' } as const;
      const { status } = await relay.push(registry.of('mainnet'), input, UNLIMITED);
      return status === 'unknown' || status === 'pending' ? 'unknown' : 'executed';
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return error.message.includes('nothing was sent') ? 'unavailable' : 'failed';
    }
  };
}

const casesOf = (faults: readonly PushFault[], lookups: (typeof LOOKUPS)[number]) =>
  faults.map((fault) => ({ fault, lookups }));

describe('a payment by push_transaction', () => {
  it('a payment by push_transaction through one node is reported truly and made once under every fault, whatever look-ups answer', async () => {
    const payments = new Payments(chain, proxies.slice(0, 1), relayOn(1));
    expect(await payments.run(LOOKUPS.flatMap((lookups) => casesOf(FAULTS, lookups)))).toEqual(RIGHT);
  });

  it.each([
    ['beside one without faults', 1],
    ['beside one with the same fault', 2],
  ])(
    'a payment by push_transaction through a node %s is reported truly and made once under every fault',
    async (_, faulty) => {
      const payments = new Payments(chain, proxies.slice(0, faulty), relayOn(2), faulty < 2);
      const lookups = longOr<readonly Lookups[]>(LOOKUPS, ['failing']);
      expect(await payments.run(lookups.flatMap((each) => casesOf(FAULTS, each)))).toEqual(RIGHT);
    },
  );

  it('a payment by push_transaction that was unknown is not reported as failed by a service that restarted', async () => {
    const executedSilently = {
      name: 'reset',
      moment: 'after execution',
      answer: 'reset',
      isRefusal: false,
    } satisfies PushFault;
    const [proxy] = proxies;
    const told: string[] = [];
    const refusals = FAULTS.filter(({ isRefusal, moment }) => isRefusal && moment === 'without execution');
    for (const fault of refusals)
      for (const lookups of ['failing', 'unknown route'] as const) {
        const signed = await new Payments(chain, [], relayOn(1)).signed();
        const id = idOf(signed.packed_trx);
        proxy!.set(id, { fault: executedSilently, lookups });
        const first = await relayOn(1)(signed);
        proxy!.set(id, { fault, lookups });
        const second = await relayOn(1)(signed);
        if (first !== 'unknown' || second !== 'unknown') told.push(`${fault.name}: ${first}, then ${second}`);
      }
    expect(told).toEqual([]);
  });
});
