import { allOr, longOr } from '../../harness/long';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { NodeClient } from '../../harness/node/node-client';
import { TestChain, type PackedBody } from '../../harness/node/test-chain';
import { ALL_FAULTS, KINDS_OF_FAULTS, LOOKUPS, type Lookups } from './support/fault-cases';
import { FaultProxy } from './support/fault-proxy';
import { Payments, type PushTo, type Told } from './support/payments';

const RIGHT = { wrong: [], paidTooMuch: 0 };
const FAULTS = longOr(ALL_FAULTS, KINDS_OF_FAULTS);
const DUPLICATE = 409;
const NOTHING_KNOWN = '0'.repeat(64);

let chain: TestChain;
let proxy: FaultProxy;
let gateway: RunningGateway;
let mirror: NodeClient;

beforeAll(async () => {
  chain = await TestChain.start({ blocks: 'timed' });
  proxy = await FaultProxy.start(chain.url);
  // Unknown outcomes are looked up until the end of the budget.
  const limits = { NODE_TIMEOUT_PUSH_MS: '4000', NODE_TIMEOUT_LOOKUP_MS: '4000', PUSH_BUDGET_MS: '30000' };
  gateway = await startGateway(proxy.url, undefined, limits);
  mirror = new NodeClient(gateway.url);
});
afterAll(async () => {
  await gateway.close();
  await proxy.close();
  await chain.close();
});

const toldOf = (status: number): Told => {
  if (status === 202 || status === DUPLICATE) return 'executed';
  if (status === 504) return 'unknown';
  return status === 503 ? 'unavailable' : 'failed';
};

const ROUTES: Readonly<Record<string, PushTo>> = {
  send_transaction: async (signed) => toldOf((await mirror.post('send_transaction', { ...signed })).status),
  push_transactions: async (signed: PackedBody) => {
    const { status, json } = await mirror.post<{ transaction_id: string; processed: { error?: string } }[]>(
      'push_transactions',
      [{ ...signed }],
    );
    const [entry] = status === 202 ? json : [];
    if (entry?.transaction_id !== NOTHING_KNOWN) return toldOf(status);
    return entry.processed.error?.includes('duplicate') === true ? 'executed' : 'failed';
  },
};

const SHORT_LOOKUPS: Readonly<Record<string, readonly Lookups[]>> = {
  send_transaction: allOr<readonly Lookups[]>(['answering', 'failing'], ['answering']),
  push_transactions: ['failing'],
};

describe('a payment by a push route of the mirror', () => {
  it.each(Object.keys(ROUTES))(
    'a payment by %s of the mirror is reported truly and made once under every fault, whatever look-ups answer',
    async (route) => {
      const payments = new Payments(chain, [proxy], ROUTES[route]!);
      const lookups = longOr<readonly Lookups[]>(LOOKUPS, SHORT_LOOKUPS[route]!);
      const cases = lookups.flatMap((each) => FAULTS.map((fault) => ({ fault, lookups: each })));
      expect(await payments.run(cases)).toEqual(RIGHT);
    },
  );
});
