import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { packTransaction } from '@app/antelope';
import { MemoryHolders, type Chains, type PushHolders } from '@app/upstream';
import { systemClock } from '@app/operations';
import { MirrorError } from '../../../../apps/gateway/src/node-proxy/mirror/errors/node-error';
import { pushAnswer } from '../../../../apps/gateway/src/node-proxy/mirror/push/push-answer';
import { FakeChain, nodeosError } from '../../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../../harness/fake-node/short-timeouts';

const LIST = '/v1/chain/push_transactions';
const HOUR_MS = 3_600_000;
const FAR_EXPIRY_MS = Date.UTC(2106, 0, 1);

/** A transaction without actions. */
function packed(expiresAtMs: number, refBlockNum: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(Math.floor(expiresAtMs / 1_000), 0);
  bytes.writeUInt16LE(refBlockNum, 4);
  return bytes;
}
const idOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Remembers how long each transaction is kept. */
class RecordedHolders extends MemoryHolders {
  readonly keptMs = new Map<string, number>();
  running = 0;
  mostAtOnce = 0;

  override async add(...[network, id, node, keepMs]: Parameters<PushHolders['add']>): Promise<void> {
    this.running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
    this.keptMs.set(id, keepMs);
    await super.add(network, id, node, keepMs);
    this.running -= 1;
  }
}

let node: FakeNode;
let chains: Chains;
let holders: RecordedHolders;

/** @param answer of the node to each push */
async function start(answer: (response: Parameters<FakeNode['override']>[2]) => void): Promise<void> {
  const chain = new FakeChain('long lists');
  chain.headBlockTime = new Date().toISOString().slice(0, -1);
  node = await FakeNode.start(chain);
  node.override = (path, _body, response) => {
    if (!path.startsWith('/v1/chain/push_')) return false;
    answer(response);
    return true;
  };
  holders = new RecordedHolders(systemClock);
  chains = chainsWithShortTimeouts(mainnetOn([node.url], chain.chainId), {
    pushHolders: holders,
    push: { budgetMs: 3_000, lookups: 2, pauseMs: 1 },
  });
}
afterEach(async () => {
  await chains.close();
  await node.stop();
});

const push = (entries: readonly object[]) =>
  pushAnswer(chains.of('mainnet'), {
    ...{ method: 'POST', path: LIST, parameters: undefined },
    body: Buffer.from(JSON.stringify(entries)),
  });
const pushed = () => node.requests.map(({ path }) => path).filter((path) => path.includes('/push_'));
const refused = (response: Parameters<FakeNode['override']>[2]) =>
  json(response, 500, nodeosError(500, 3_010_000, 'packed_transaction_type_exception', 'Invalid'));

it('push_transactions answers a list of more than 1,000 as nodes do, and asks none', async () => {
  await start(refused);
  const list = Array.from({ length: 1_001 }, (_, at) => ({
    packed_trx: packed(FAR_EXPIRY_MS, at).toString('hex'),
  }));
  const error: unknown = await push(list).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MirrorError);
  expect(error).toMatchObject({ status: 500, error: { code: 3_040_012, name: 'too_many_tx_at_once' } });
  expect(pushed()).toEqual([]);
  const passed = await push(list.slice(1).map(() => ({ packed_trx: 'no transaction' })));
  expect(passed.bytes.toString()).toContain('packed_transaction_type_exception');
  expect(pushed()).toContain(LIST);
});

it('push_transactions remembers no transaction of a lost list that no chain takes, and no other one for longer than a day', async () => {
  await start((response) => response.destroy());
  const expiries = [FAR_EXPIRY_MS, Date.now() + HOUR_MS];
  const list = Array.from({ length: 200 }, (_, at) => packed(expiries[at % 2]!, at));
  await expect(push(list.map((bytes) => ({ packed_trx: bytes.toString('hex') })))).rejects.toThrow(
    'transactions is not known',
  );
  const near = list.filter((_, at) => at % 2 === 1).map(idOf);
  for (const id of near) expect(holders.keptMs.get(id)).toBeGreaterThan(0);
  const [first, ...others] = list.filter((_, at) => at % 2 === 0).map(idOf);
  // The first one was sent alone afterwards.
  expect(others.filter((id) => holders.keptMs.has(id))).toEqual([]);
  expect(holders.keptMs.get(first!)).toBeLessThanOrEqual(25 * HOUR_MS);
  expect(holders.mostAtOnce).toBeLessThanOrEqual(50);
});

/** Compressed, with an action of so many bytes. */
function compressed(size: number, refBlockNum: number): object {
  const bytes = packTransaction({
    ...{ expiration: new Date(Date.now() + HOUR_MS).toISOString().slice(0, 19), ref_block_num: refBlockNum },
    ...{ ref_block_prefix: 0, max_net_usage_words: 0, max_cpu_usage_ms: 0, delay_sec: 0 },
    context_free_actions: [],
    actions: [{ account: 'alice', name: 'note', authorization: [], data: '00'.repeat(size) }],
    transaction_extensions: [],
  });
  return { compression: 'zlib', packed_trx: deflateSync(bytes).toString('hex') };
}
const KIB = 1_024;

it('push_transactions passes no refusal of a list on whose transactions inflate too far together to be looked up', async () => {
  await start(refused);
  const list = Array.from({ length: 600 }, (_, at) => compressed(8 * KIB, at));
  await expect(push(list)).rejects.toMatchObject({ status: 504, error: { name: 'outcome_unknown' } });
  expect(pushed()).toEqual([LIST]);
});

it('push_transactions reads a list with one large transaction whose transactions are below the bound together', async () => {
  await start((response) => response.destroy());
  const list = [compressed(1_500 * KIB, 1), ...Array.from({ length: 20 }, (_, at) => compressed(KIB, at))];
  await expect(push(list)).rejects.toThrow('transactions is not known');
  expect(holders.keptMs.size).toBe(21);
});

it('push_transactions remembers the node of a lost list for the transactions in front of one that inflates too far', async () => {
  await start((response) => response.destroy());
  const list = [...Array.from({ length: 20 }, (_, at) => compressed(KIB, at)), compressed(3_000 * KIB, 1)];
  await expect(push(list)).rejects.toMatchObject({ status: 504, error: { name: 'outcome_unknown' } });
  expect(holders.keptMs.size).toBe(20);
});
