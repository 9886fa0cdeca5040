import { bytesToHex, serializeAbi } from '@app/antelope';
import { Metrics } from '@app/operations';
import { ABI, Action, Serializer, Transaction } from '@wharfkit/antelope';
import { BROKEN_ABIS, HOSTILE_ABIS } from '../../../libs/antelope/testing/hostile-abis';
import { pushHostile } from '../../harness/chain/hostile-contract';
import { type LyingNode, lyingNode } from '../../harness/fake-node/lying-node';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import { initializeRequest, send } from '../../harness/gateway/raw-client';
import { expireReadCache, type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { FollowedHistory } from '../../harness/history/followed-history';
import { TestChain } from '../../harness/node/test-chain';
import { packedBody } from '../../harness/signing/signing-client';
import { allOrSome } from '../../harness/long';
import { until } from '../../harness/until';

/** The longest packed transaction that the prompt takes, in hex digits. */
const MAX_HEX = 16_000;
/** The longest text of a prompt or resource. */
const MAX_TEXT = 60_000;
const SIGNED = { actor: 'carol', permission: 'active' };
interface ShownAction {
  readonly transaction_id: string;
  readonly contract: string;
  readonly action: string;
  readonly authorization: readonly string[];
  readonly authorizations?: number;
  readonly data?: unknown;
  readonly data_characters?: number;
}

describe('explain_proposal and history:// with hostile ABIs', () => {
  let chain: TestChain;
  let node: LyingNode;
  let history: FollowedHistory;
  let gateway: RunningGateway;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual' }, { shipPort: 0 });
    history = await FollowedHistory.start(chain.devchain.shipUrl!, { chainUrl: chain.url });
    node = await lyingNode(chain.url);
    gateway = await startGateway([node.url, history.url], undefined, {
      ...LONG_NODE_TIMEOUTS,
      RATE_LIMIT_META: '100000',
      NODE_MAX_INDEX_BLOCKS_BEHIND: '1000000',
    });
    chain.devchain.chain.produceBlock();
    await until(async () => (await fetch(`${gateway.url}/mainnet/v2/health`)).ok);
  });
  afterAll(async () => {
    await gateway.close();
    await history.close();
    await node.close();
    await chain.close();
  });

  const call = async (method: string, params: object) =>
    (await send(new URL(`${gateway.url}/mcp`), initializeRequest(method, params))).json;
  const undecoded = async (source: string): Promise<number> => {
    const { values } = await gateway.app.get(Metrics).undecodedData.get();
    return values.find(({ labels }) => labels.network === 'mainnet' && labels.source === source)!.value;
  };
  const actionX = (data: Uint8Array, authorization: object[] = [SIGNED]): Action =>
    Action.from({
      account: 'carol',
      name: 'x',
      authorization: authorization as never,
      data: bytesToHex(data),
    });
  async function withActions(actions: readonly Action[]): Promise<Transaction> {
    const transaction = await chain.transaction([]);
    transaction.actions = [...actions];
    return transaction;
  }
  async function explained(actions: readonly Action[]): Promise<{ data: unknown }[]> {
    const packed_trx = Serializer.encode({ object: await withActions(actions) }).hexString;
    // ABIs are compared with those of the chain after five seconds.
    for (let skips = 0; skips < 20; skips++) expireReadCache();
    const answer = await call('prompts/get', { name: 'explain_proposal', arguments: { packed_trx } });
    if (packed_trx.length > MAX_HEX) {
      expect(answer.error?.message).toMatch(/message is larger than|packed_trx: must have at most 16000/);
      return [];
    }
    const { messages } = answer.result as { messages: { content: { text: string } }[] };
    const { text } = messages[0]!.content;
    expect(text.length).toBeLessThan(MAX_TEXT);
    return (JSON.parse(/```json\n(.*?)\n```/s.exec(text)![1]!) as { actions: { data: unknown }[] }).actions;
  }
  /** As the history shows it, once it is in a block. */
  async function historyOfCarol(transactionId: string): Promise<ShownAction> {
    chain.devchain.chain.produceBlock();
    let found: ShownAction | undefined;
    await until(async () => {
      expireReadCache();
      const answer = await call('resources/read', { uri: 'history://mainnet/carol' });
      // A node that has much to do is not asked for a moment.
      if (answer.result === undefined) return false;
      const { contents } = answer.result as { contents: { text: string }[] };
      expect(contents[0]!.text.length).toBeLessThan(MAX_TEXT);
      const { actions } = JSON.parse(contents[0]!.text) as { actions: ShownAction[] };
      found = actions.find(
        ({ transaction_id, action }) => transaction_id === transactionId && action === 'x',
      );
      return found !== undefined;
    });
    return found!;
  }

  it.each(allOrSome(HOSTILE_ABIS, 9))(
    'explain_proposal and history:// show the action of $title decoded or in hex, and count what is in hex',
    async (hostile) => {
      const { status, json } = await pushHostile(chain, hostile);
      expect(status).toBe(202);
      const hex = bytesToHex(hostile.data);
      const before = { proposals: await undecoded('explain_proposal'), history: await undecoded('history') };
      const [action] = await explained([actionX(hostile.data)]);
      if (action !== undefined && hostile.decoded !== undefined) expect(action.data).toEqual(hostile.decoded);
      else if (action !== undefined) {
        expect(action.data).toMatch(/^not decoded: .{1,400}; bytes [0-9a-f]*$/);
        expect(String(action.data).endsWith(`; bytes ${hex}`)).toBe(true);
      }
      const isHex = hostile.decoded === undefined;
      expect((await undecoded('explain_proposal')) - before.proposals).toBe(
        action !== undefined && isHex ? 1 : 0,
      );
      const shown = await historyOfCarol(json.transaction_id);
      if (shown.data_characters === undefined) expect(shown.data).toEqual(hostile.executed ?? hex);
      else expect(shown.data_characters).toBe(hex.length + 2);
      if (hostile.executed === undefined) expect(await undecoded('history')).toBeGreaterThan(before.history);
    },
  );

  it.each(BROKEN_ABIS)(
    'explain_proposal shows and counts data in hex where the ABI of the contract is $title',
    async ({ raw }) => {
      node.abis.set('carol', raw);
      const before = await undecoded('explain_proposal');
      const [action] = await explained([actionX(Buffer.from([0]))]);
      node.abis.clear();
      expect(action!.data).toMatch(/^not decoded: .{1,200}; bytes 00$/);
      expect((await undecoded('explain_proposal')) - before).toBe(1);
    },
  );

  it('explain_proposal shows data in hex that is too long for its text, decoded ones before and behind it', async () => {
    const name = 'n'.repeat(64);
    const raw = serializeAbi(
      ABI.from({
        version: 'eosio::abi/1.2',
        structs: [{ name: 'y', base: '', fields: [{ name, type: 'uint8' }] }],
        types: [{ new_type_name: 'x', type: 'y[]' }],
        actions: [{ name: 'x', type: 'x', ricardian_contract: '' }],
      }),
    );
    const long = Buffer.from([100, ...Array<number>(100).fill(7)]);
    const short = Buffer.from([1, 7]);
    expect((await pushHostile(chain, { raw, data: short })).status).toBe(202);
    const before = await undecoded('explain_proposal');
    const actions = await explained(
      [...Array<Uint8Array>(19).fill(long), short].map((data) => actionX(data)),
    );
    const isHex = actions.map(({ data }) => typeof data === 'string');
    expect(isHex.indexOf(true)).toBeGreaterThan(0);
    expect(isHex.at(-2)).toBe(true);
    expect(actions[0]!.data).toHaveLength(100);
    expect(actions.at(-1)!.data).toEqual([{ [name]: 7 }]);
    expect((await undecoded('explain_proposal')) - before).toBe(isHex.filter(Boolean).length);
  });

  it('history:// has the first authorizations of an action with thousands of them, and their number', async () => {
    const transaction = await withActions([actionX(Buffer.from([0]), Array<object>(3_000).fill(SIGNED))]);
    const { chain_id } = await chain.read<{ chain_id: string }>('get_info');
    const signature = chain.keyOf('carol').signDigest(transaction.signingDigest(chain_id));
    const body = packedBody(transaction, [signature]);
    const { status, json } = await chain.post<{ transaction_id: string }>('send_transaction', body);
    expect([status, json]).toMatchObject([202, {}]);
    const shown = await historyOfCarol(json.transaction_id);
    expect(shown.authorization).toEqual(Array<string>(8).fill('carol@active'));
    expect(shown.authorizations).toBe(3_000);
  });
});
