import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { type Answer, answerOf, overRest, refusalOf } from '../../harness/gateway/gateway-client';
import { signWithLibrary } from '../../harness/signing/sign-digest';
import { nodeosError } from '../../harness/fake-node/fake-chain';
import { type Fault, type FaultyNode, faultyNode } from '../../harness/fake-node/faulty-node';

const SEND = '/v1/chain/send_transaction';

const OF_ANOTHER_FORK = [
  'invalid_ref_block_exception',
  3040007,
  "Transaction's reference block did not match",
] as const;
/** Refusals that a node gives of a transaction which another node, or the same one, has executed. */
const REFUSALS: readonly (readonly [name: string, code: number, message: string])[] = [
  ['tx_cpu_usage_exceeded', 3080004, 'billed CPU time (1200 us) is greater than the maximum'],
  ['deadline_exception', 3080006, 'deadline exceeded'],
  OF_ANOTHER_FORK,
  ['unsatisfied_authorization', 3090003, 'transaction declares authority, but does not have signatures'],
];
const EXPIRED = ['expired_tx_exception', 3040005, 'expired transaction'] as const;

const refuses =
  (name: string, code: number, message: string): Fault =>
  (_socket, response) => {
    response
      .writeHead(500, { 'content-type': 'application/json' })
      .end(JSON.stringify(nodeosError(500, code, name, message)));
  };

describe.each([1, 2])('with %d configured node(s)', (count) => {
  let chain: TestChain;
  let nodes: FaultyNode[];
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'timed' });
    nodes = await Promise.all(Array.from({ length: count }, () => faultyNode(chain.url)));
    gateway = await startGateway(nodes.map(({ port }) => `http://127.0.0.1:${port}`));
  });
  afterEach(() => {
    for (const node of nodes) node.answersLeft = Infinity;
  });
  afterAll(async () => {
    await gateway.close();
    await Promise.all(nodes.map((node) => node.close()));
    await chain.close();
  });

  const call = (tool: string, input: Answer) => overRest(gateway.url)(tool, input);
  /** From now on the nodes answer pushes with the fault, and everything else as before. */
  const answerPushesWith = (fault: Fault) => {
    for (const node of nodes) Object.assign(node, { fault, only: SEND, answersLeft: 0 });
  };
  const signedTransfer = async (signer = 'alice'): Promise<Answer> => {
    const input = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.5' };
    const { transaction } = await answerOf(call('transfer', input));
    const { packed_trx, signing_digest } = transaction as Record<string, string>;
    const key = String(chain.keyOf(signer));
    return { signed_tx: { packed_trx, signatures: [signWithLibrary(key, String(signing_digest))] } };
  };
  const stateOf = async (id: string): Promise<string> => {
    const body = JSON.stringify({ id });
    const answer = await fetch(`${chain.url}/v1/chain/get_transaction_status`, { method: 'POST', body });
    return ((await answer.json()) as { state: string }).state;
  };
  /** The same bytes get into a block by another way, as an earlier push does whose answer was lost. */
  const executedElsewhere = async ({ signed_tx }: Answer): Promise<void> => {
    const body = JSON.stringify({
      ...(signed_tx as Answer),
      compression: 'none',
      packed_context_free_data: '',
    });
    const answer = await fetch(`${chain.url}${SEND}`, { method: 'POST', body });
    expect(answer.status).toBe(202);
    const { transaction_id } = (await answer.json()) as { transaction_id: string };
    while ((await stateOf(transaction_id)) === 'LOCALLY_APPLIED') {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const heldByBob = async (): Promise<string> => {
    const { rows } = (await (
      await fetch(`${chain.url}/v1/chain/get_table_rows`, {
        method: 'POST',
        body: JSON.stringify({ code: 'btc.token', scope: 'bob', table: 'accounts', json: true }),
      })
    ).json()) as { rows: { balance: string }[] };
    return rows[0]!.balance;
  };

  it.each([...REFUSALS, EXPIRED])(
    'push_transaction returns already_executed when the nodes answer %s to bytes that are in a block',
    async (name, code, message) => {
      const transfer = await signedTransfer();
      const before = Number.parseFloat(await heldByBob());
      await executedElsewhere(transfer);
      answerPushesWith(refuses(name, code, message));
      const again = await answerOf(call('push_transaction', transfer));
      expect(again).toMatchObject({ status: 'already_executed', block_num: expect.any(Number) as number });
      expect(Number.parseFloat(await heldByBob()) - before).toBeCloseTo(0.5, 8);
    },
  );

  it.each(REFUSALS)(
    'push_transaction refuses bytes that were never executed when the nodes answer %s',
    async (name, code, message) => {
      const transfer = await signedTransfer();
      answerPushesWith(refuses(name, code, message));
      expect(await refusalOf(call('push_transaction', transfer))).toContain(message);
    },
  );

  it.each([
    [
      'names the key of a signature that fits no permission, not the advice to push again',
      'carol',
      /^signed_tx\.signatures\[0\] was made with PUB_K1_.*alice@active needs PUB_K1_.*reference block/,
    ],
    [
      'advises to push again when a right signature is refused for its reference block',
      'alice',
      /reference block.*push the same bytes again/,
    ],
  ])('push_transaction %s', async (_, signer, text) => {
    const transfer = await signedTransfer(signer);
    answerPushesWith(refuses(...OF_ANOTHER_FORK));
    expect(await refusalOf(call('push_transaction', transfer))).toMatch(text);
  });

  it('push_transaction returns unknown when the nodes call bytes expired before a later block is irreversible', async () => {
    const transfer = await signedTransfer();
    answerPushesWith(refuses(...EXPIRED));
    expect(await answerOf(call('push_transaction', transfer))).toMatchObject({ status: 'unknown' });
  });

  it('push_transaction returns the block of bytes that were executed less than a block ago', async () => {
    const transfer = await signedTransfer();
    await executedElsewhere(transfer);
    expect(await answerOf(call('push_transaction', transfer))).toMatchObject({
      status: 'already_executed',
      block_num: expect.any(Number) as number,
      block_time: expect.stringMatching(/Z$/) as string,
    });
  });
});
