import { bytesToHex, packTransaction } from '@app/antelope';
import { ManualClock, Metrics } from '@app/operations';
import { identified, lifeOf, MAX_LIFE_MS } from '@app/upstream';
import { transactionOf } from '../../../libs/antelope/testing/transfer';
import { until } from '../../harness/until';
import { json, type SendScript } from '../../harness/fake-node/fake-node';
import { ID, LANDED, RelayOnFakeNodes, UNKNOWN, WITHOUT_WAIT } from './support/relay-on-fake-nodes';
import { TRANSFER } from './support/transaction';

const FIRST_LOOK_MS = 3_000;
const LATER_MS = 60_000;
/** Of the transfer by the time of the chain, and more than the difference of clocks. */
const AFTER_EXPIRY_MS = 331_000;

describe('a pushed transaction', () => {
  const fakes = new RelayOnFakeNodes();
  let clock: ManualClock;
  let metrics: Metrics;
  const start = async (...scripts: SendScript[][]) => {
    await fakes.start(...scripts);
    clock = new ManualClock(Date.parse(`${fakes.chain.headBlockTime}Z`));
    metrics = new Metrics();
    await fakes.restart({ clock, metrics, push: WITHOUT_WAIT, pollMs: 50 });
  };
  afterEach(() => fakes.close());

  const pass = (timeMs: number) => {
    clock.advance(timeMs);
    fakes.chain.headBlockTime = new Date(clock.now()).toISOString().slice(0, -1);
    fakes.chain.headBlockNum += timeMs / 500;
  };
  const events = async (): Promise<Record<string, number>> => {
    const { values } = await metrics.watchedPushes.get();
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels.event), value]));
  };
  const NOTHING = { confirmed: 0, vanished: 0, resent: 0, expired: 0, dropped: 0, taken_over: 0 };

  it('a pushed transaction that its only node forgot is sent again, and confirmed once it is irreversible', async () => {
    await start(['acknowledge', 'take']);
    expect(await fakes.push(TRANSFER, 'accepted')).toMatchObject({ status: 'pending' });
    expect(fakes.chain.applied.size).toBe(0);
    pass(FIRST_LOOK_MS);
    await until(() => fakes.chain.applied.has(ID));
    expect(await events()).toEqual({ ...NOTHING, vanished: 1, resent: 1 });
    const block = { block_number: 101, block_timestamp: '2026-11-21T12:00:00.500' };
    fakes.nodes[0]!.override = (path, _body, response) => {
      if (!path.endsWith('_status')) return false;
      json(response, 200, { state: 'IRREVERSIBLE', ...block });
      return true;
    };
    pass(LATER_MS);
    await until(async () => (await events())['confirmed'] === 1);
    const sent = fakes.nodes[0]!.pushes().length;
    expect(await fakes.push()).toEqual({ ...LANDED, status: 'already_executed', finality: 'irreversible' });
    expect(fakes.nodes[0]!.pushes()).toHaveLength(sent);
    const { values } = await metrics.pushInclusionSeconds.get();
    expect(values.find(({ metricName }) => metricName?.endsWith('_count'))?.value).toBe(1);
  });

  it('a pushed transaction that its watch saw in an irreversible block is known as executed once the nodes have forgotten it', async () => {
    await start(['take'], ['take']);
    await fakes.push(TRANSFER, 'accepted');
    const block = { block_number: 101, block_timestamp: '2026-11-21T12:00:00.500' };
    let status: object = { state: 'IRREVERSIBLE', ...block };
    for (const node of fakes.nodes)
      node.override = (path, _body, response) => {
        if (!path.endsWith('_status')) return false;
        json(response, 200, status);
        return true;
      };
    pass(FIRST_LOOK_MS);
    await until(async () => (await events())['confirmed'] === 1);
    status = { state: 'UNKNOWN', head_number: 10_000, earliest_tracked_block_number: 9_000 };
    pass(AFTER_EXPIRY_MS);
    const fate = (id: string) => fakes.chains.fateOf('mainnet', { id, life: lifeOf(TRANSFER) });
    const blockTimeMs = Date.parse('2026-11-21T12:00:00.500Z');
    expect(await fate(ID)).toEqual({
      kind: 'executed',
      block: { blockNum: 101, blockTimeMs, isIrreversible: true },
    });
    expect(await fate('0'.repeat(64))).toEqual({ kind: 'open' });
  });

  it('a pushed transaction of a node that is killed after its acceptance is sent to another node', async () => {
    await start(['acknowledge'], ['deadline', 'take']);
    await fakes.push(TRANSFER, 'accepted');
    await until(() => fakes.nodes[1]!.pushes().length === 1);
    await fakes.nodes[0]!.stop();
    pass(FIRST_LOOK_MS);
    await until(() => fakes.chain.applied.has(ID));
    expect(await events()).toEqual({ ...NOTHING, vanished: 1, resent: 1 });
  });

  it('a pushed transaction is sent to the nodes of a reload when the node that took and forgot it left', async () => {
    await start(['acknowledge'], ['take']);
    await fakes.chains.of('mainnet').info();
    fakes.reload(0);
    await fakes.push(TRANSFER, 'accepted');
    fakes.reload(1);
    pass(FIRST_LOOK_MS);
    await until(() => fakes.chain.applied.has(ID));
    expect(await events()).toEqual({ ...NOTHING, vanished: 1, resent: 1 });
    expect(fakes.nodes.map((node) => node.pushes().length)).toEqual([1, 1]);
  });

  it('a pushed transaction that a node which left may hold is not reported as refused by the others', async () => {
    await start(['hang'], ['refuse']);
    await fakes.chains.of('mainnet').info();
    fakes.reload(0);
    expect(await fakes.push()).toEqual(UNKNOWN);
    fakes.reload(1);
    expect(await fakes.push()).toEqual(UNKNOWN);
    expect(fakes.nodes[1]!.pushes()).toHaveLength(1);
  });

  it('a pushed transaction is not sent again while a node has it in no block yet', async () => {
    await start(['take']);
    fakes.chain.stateOfApplied = 'LOCALLY_APPLIED';
    await fakes.push(TRANSFER, 'accepted');
    const asked = () => fakes.nodes[0]!.requests.filter(({ path }) => path.endsWith('_status')).length;
    pass(FIRST_LOOK_MS);
    await until(() => asked() === 1);
    pass(LATER_MS);
    await until(() => asked() === 2);
    expect(fakes.nodes[0]!.pushes()).toHaveLength(1);
    expect(await events()).toEqual(NOTHING);
  });

  it.each<[string, SendScript]>([
    ['both nodes accepted it', 'acknowledge'],
    ['one of two nodes accepted it first', 'busy'],
  ])(
    'a pushed transaction that a node loses each time is sent again while another one waits with it when %s',
    async (_, first) => {
      await start(['acknowledge'], [first, first, 'acknowledge']);
      fakes.nodes[0]!.override = (path, _body, response) => {
        if (!path.endsWith('_status')) return false;
        json(response, 200, { state: 'LOCALLY_APPLIED' });
        return true;
      };
      const sent = () => fakes.nodes[1]!.pushes().length;
      const asked = () => fakes.nodes[1]!.requests.filter(({ path }) => path.endsWith('_status')).length;
      await fakes.push(TRANSFER, 'accepted');
      await until(() => sent() >= 1);
      for (let look = 0; look < 3; look += 1) {
        const before = sent();
        pass(FIRST_LOOK_MS * 2 ** look);
        await until(() => asked() === look + 1 && sent() > before);
      }
      expect(await events()).toEqual({ ...NOTHING, vanished: 1, resent: 3 });
    },
  );

  it('a pushed transaction that three of four nodes acknowledge and forget reaches the fourth one', async () => {
    await start(['acknowledge'], ['acknowledge'], ['acknowledge'], ['take']);
    await fakes.push(TRANSFER, 'accepted');
    for (let look = 0; look < 3; look += 1) {
      pass(FIRST_LOOK_MS * 2 ** look);
      await until(async () => fakes.chain.applied.has(ID) || (await events())['resent'] === look + 1);
    }
    await until(() => fakes.chain.applied.has(ID));
  });

  it('a pushed transaction that no block can hold any more is expired, and not sent again', async () => {
    await start(['acknowledge']);
    await fakes.push(TRANSFER, 'accepted');
    const asked = () => fakes.nodes[0]!.requests.filter(({ path }) => path.endsWith('_status')).length;
    pass(AFTER_EXPIRY_MS);
    await until(() => asked() === 1);
    pass(LATER_MS);
    await until(async () => (await events())['expired'] === 1);
    expect(fakes.nodes[0]!.pushes()).toHaveLength(1);
    expect(await events()).toEqual({ ...NOTHING, expired: 1 });
  });

  /** Sends bytes that no node takes: the outcome is unknown. */
  const sendInVain = async (lifeMs: number): Promise<string> => {
    const expiresAtMs = clock.now() + lifeMs;
    const packed = packTransaction(transactionOf(new Date(expiresAtMs).toISOString().slice(0, 19)));
    const body = JSON.stringify({ packed_trx: bytesToHex(packed) });
    const { id, life } = identified(Buffer.from(body))!;
    const { pushes } = fakes.chains.of('mainnet');
    const push = { id, life, msToExpiry: lifeMs, path: '/v1/chain/send_transaction', body };
    expect((await pushes.relay(push)).kind).toBe('unknown');
    return body;
  };
  const sentSince = (before: number) => new Set(fakes.nodes[0]!.pushes().slice(before));

  it('a pushed transaction that expires later than any chain takes is not sent again', async () => {
    await start(['busy']);
    await fakes.chains.of('mainnet').info();
    await sendInVain(MAX_LIFE_MS + 3_600_000);
    const possible = await sendInVain(MAX_LIFE_MS - 3_600_000);
    const before = fakes.nodes[0]!.pushes().length;
    pass(FIRST_LOOK_MS);
    await until(() => sentSince(before).size > 0);
    pass(LATER_MS);
    await until(async () => (await events())['resent'] === 2);
    await until(() => fakes.nodes[0]!.pushes().length >= before + 2);
    expect(sentSince(before)).toEqual(new Set([possible]));
  });

  it('a pushed transaction that no node has is looked for until it expires, and not sent again after an hour', async () => {
    await start(['busy']);
    await fakes.chains.of('mainnet').info();
    await sendInVain(3 * 3_600_000);
    const before = fakes.nodes[0]!.pushes().length;
    const asked = () => fakes.nodes[0]!.requests.filter(({ path }) => path.endsWith('_status')).length;
    pass(3_700_000);
    const looks = asked();
    await until(() => asked() > looks);
    pass(LATER_MS);
    await until(() => asked() > looks + 1);
    expect(await events()).toEqual(NOTHING);
    expect(fakes.nodes[0]!.pushes()).toHaveLength(before);
  });
});
