import { idOf } from '../../../harness/fake-node/fake-chain';
import type { SendScript } from '../../../harness/fake-node/fake-node';
import { GatewayOnFakeNodes } from '../../../harness/fake-node/gateway-on-fake-nodes';
import { holdTime } from '../../../harness/gateway/start-gateway';
import { until } from '../../../harness/until';

const SEND = '/v1/chain/send_transaction';
/** Less than a node may take before the next one is sent the bytes beside it. */
const LATE_MS = 400;
/** So many that a second send of some of them shows. */
const PROMPT_PUSHES = 10;

let network: GatewayOnFakeNodes;
let serial = 0;

beforeAll(async () => {
  network = await GatewayOnFakeNodes.start('mirror pushes');
});
afterAll(() => network.close());
beforeEach(() => network.reset());

/** Every node reacts to pushes by the same script. */
const script = (...steps: SendScript[]): void => {
  for (const node of network.nodes) node.script = [...steps];
};

/** A packed transaction without actions, another one every time. */
function packedTrx(): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(Math.floor(Date.now() / 1_000) + 60, 0);
  bytes.writeUInt32LE(++serial, 6);
  return bytes.toString('hex');
}

// Members in an order of their own: the node must get these very bytes.
const bodyOf = (packed: string): string =>
  `{ "packed_trx": "${packed}", "signatures": [], "compression": "none", "packed_context_free_data": "" }`;

async function push(body: string, path = SEND): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(network.url + path, { method: 'POST', body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const sends = (): string[] => network.nodes.flatMap((node) => node.pushes());

describe('a push through the mirror', () => {
  it('the mirror sends the bytes of the client once and answers with those of the node', async () => {
    // The other node gets them as well where the first one is late, which no push is that is over by then.
    let prompt = 0;
    await until(async () => {
      network.reset();
      const packed = packedTrx();
      const start = performance.now();
      const { status, body } = await push(bodyOf(packed));
      const isPrompt = performance.now() - start < LATE_MS;
      expect([status, body['transaction_id']]).toEqual([202, idOf(packed)]);
      const own = sends().filter((sent) => sent === bodyOf(packed));
      expect(own.length).toBeGreaterThan(0);
      if (!isPrompt) return false;
      expect(own).toHaveLength(1);
      prompt += 1;
      return prompt === PROMPT_PUSHES;
    });
  });

  it('the mirror answers the refusal of a contract unchanged', async () => {
    script('refuse');
    const { status, body } = await push(bodyOf(packedTrx()));
    expect([status, body['error']]).toEqual([
      500,
      expect.objectContaining({ code: 3050003, name: 'eosio_assert_message_exception' }),
    ]);
    expect(JSON.stringify(body)).toContain('x.cpp');
  });

  it('a push through the mirror goes to the next node when the first one is busy', async () => {
    const packed = packedTrx();
    script('busy', 'take');
    network.nodes[0]!.script = ['busy'];
    network.nodes[1]!.script = ['take'];
    const { status } = await push(bodyOf(packed));
    expect([status, network.chain.sent.filter((id) => id === idOf(packed)).length]).toEqual([202, 1]);
  });

  it.each(['take-reset', 'take-html', 'garble'] as const)(
    'a push through the mirror is executed for its client when the answer of the node is lost (%s)',
    async (step) => {
      const packed = packedTrx();
      script(step);
      const { status, body } = await push(bodyOf(packed));
      expect([status, body['transaction_id']]).toEqual([202, idOf(packed)]);
      expect(body['processed']).toMatchObject({ receipt: { status: 'executed' }, except: null });
      expect(new Set(sends())).toEqual(new Set([bodyOf(packed)]));
    },
  );

  it('the mirror answers the duplicate of an earlier request as the node does', async () => {
    const body = bodyOf(packedTrx());
    expect((await push(body)).status).toBe(202);
    const again = await push(body);
    expect([again.status, again.body['error']]).toEqual([
      409,
      expect.objectContaining({ code: 3040008, name: 'tx_duplicate' }),
    ]);
  });

  it('a push through the mirror that one node claims to have already is sent to a second one', async () => {
    const packed = packedTrx();
    for (const [index, node] of network.nodes.entries()) node.script = [index === 0 ? 'claim' : 'take'];
    const answers = [await push(bodyOf(packed)), await push(bodyOf(packedTrx()))];
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(network.chain.applied.has(idOf(packed))).toBe(true);
  });

  it('the outcome of a push through the mirror is not known when one node claims to have already what the other one refuses', async () => {
    for (const [index, node] of network.nodes.entries()) node.script = [index === 0 ? 'claim' : 'refuse'];
    const { status, body } = await push(bodyOf(packedTrx()));
    expect([status, (body['error'] as { name: string }).name]).toEqual([504, 'outcome_unknown']);
  });

  it('a push through the mirror is executed for its client when the node calls a landed transaction expired', async () => {
    const body = bodyOf(packedTrx());
    await push(body);
    script('expired');
    const again = await push(body);
    expect([again.status, again.body['processed']]).toEqual([
      202,
      expect.objectContaining({ receipt: { status: 'executed' } }),
    ]);
  });

  it('a push through the mirror whose id cannot be read is sent to one node once, and is unknown when its answer is lost', async () => {
    script('reset');
    const unpacked =
      '{"transaction":{"actions":[]},"signatures":[],"compression":0,"packed_context_free_data":""}';
    const { status, body } = await push(unpacked);
    // A push of the test before, whose outcome is not known, is sent again after a while.
    const own = sends().filter((sent) => !sent.includes('packed_trx'));
    expect([status, own]).toEqual([504, [unpacked]]);
    expect(JSON.stringify(body)).toContain('outcome is not known');
  });

  it('a push through the mirror drops the kept answers of its network', async () => {
    const ask = async (): Promise<string | null> => {
      const answer = await fetch(`${network.url}/v1/chain/get_info`, { method: 'POST' });
      await answer.text();
      return answer.headers.get('x-cache');
    };
    const release = holdTime();
    await ask();
    const kept = await ask();
    await push(bodyOf(packedTrx()));
    expect([kept, await ask()]).toEqual(['hit', 'miss']);
    release();
  });
});
