import { io } from 'socket.io-client';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import {
  name,
  noteAction,
  type SampleAction,
  SampleBlocks,
  TOKEN_ABI_BYTES,
  transferAction,
} from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

const MIB = 1024 * 1024;
/** Of the gateway, for answers of a history. */
const GATEWAY_BYTES = 8 * MIB;
/** Less than the most bytes of an inline action, and so that two are 1 MiB with all that is stored beside them. */
const TEXT_BYTES = 510 * 1024;
const HOSTILE = 9;
const LAST = HOSTILE + 2;

interface Page {
  readonly actions?: readonly { readonly block_num: number }[];
  readonly deltas?: readonly { readonly block_num: number }[];
  readonly total: { readonly value: number };
  readonly cut_at_bytes?: number;
  readonly next_cursor?: string;
}

const numsOf = ({ actions, deltas }: Page): number[] =>
  (actions ?? deltas ?? []).map(({ block_num }) => block_num);

/** A payment in block 2, then actions and rows of a hostile contract as large as they may be. */
function blocksOf(hostile: SampleAction): BlockWrites[] {
  const blocks = new SampleBlocks();
  const abis = [
    { account: name('sys.token'), globalSequence: 0n, abi: TOKEN_ABI_BYTES },
    { account: name('evil'), globalSequence: 0n, abi: TOKEN_ABI_BYTES },
  ];
  const row = (index: number) => ({
    ...{ code: name('evil'), table: name('rows'), scope: name('victim'), primaryKey: BigInt(index) },
    ...{ payer: name('victim'), present: true, value: hostile.data },
  });
  const payment = blocks.next([[transferAction('alice', 'victim', '1.0000 SYS')]], {
    ...{ abis, deltas: [{ ...row(0), value: new Uint8Array(8) }] },
  });
  return [
    payment,
    ...Array.from({ length: HOSTILE }, (_block, index) =>
      blocks.next([[hostile]], { deltas: [row(index + 1)] }),
    ),
  ];
}

const HOSTILE_ACTIONS: [kind: string, action: SampleAction][] = [
  [
    'bytes without an ABI',
    { ...noteAction('mallory', '1'.repeat(TEXT_BYTES), 'noabi'), notified: ['victim'] },
  ],
  [
    'texts with escapes',
    { ...noteAction('mallory', '\u0001'.repeat(TEXT_BYTES), 'evil'), notified: ['victim'] },
  ],
  [
    'transfers with long memos',
    transferAction('mallory', 'victim', '1.0000 SYS', {
      contract: 'evil',
      memo: '\u0001'.repeat(TEXT_BYTES),
    }),
  ],
];

describe.each(HOSTILE_ACTIONS)('pages with large %s', (_kind, hostile) => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocksOf(hostile), { irreversibleNum: LAST, streamBuffer: 100 });
  });
  afterAll(() => history.close());

  describe.each([
    ['/v2/history/get_actions', { account: 'victim' }],
    ['/v2/history/get_actions', { account: 'victim', 'act.data.none': '!none' }],
    ['/v2/history/get_deltas', { scope: 'victim' }],
    ['/v2/history/get_deltas', { scope: 'victim,other' }],
  ])('of %s with %j', (route, query) => {
    it('large pages pass the gateway, and lead to everything behind them', async () => {
      const found: number[] = [];
      let cursor = '';
      do {
        const { status, text, json } = await history.get<Page>(route, { ...query, cursor });
        expect(status).toBe(200);
        expect(Buffer.byteLength(text)).toBeLessThan(GATEWAY_BYTES);
        expect(json.total.value).toBe(HOSTILE + 1);
        if (json.next_cursor !== undefined) expect(json.cut_at_bytes).toBe(MIB);
        found.push(...numsOf(json));
        cursor = json.next_cursor ?? '';
      } while (cursor !== '');
      expect(found).toEqual(Array.from({ length: LAST - 1 }, (_block, index) => LAST - index));
    });

    it('a large page behind skipped entries is refused, and a lower limit is answered', async () => {
      const refused = await history.get<{ message: string }>(route, { ...query, skip: 2, limit: 10 });
      expect(refused.status).toBe(400);
      expect(refused.json.message).toMatch(/^limit: .*; 2 of its entries fit/);
      const page = await history.read<Page>(route, { ...query, skip: 2, limit: 2 });
      expect(numsOf(page)).toEqual([LAST - 2, LAST - 3]);
      expect(page.cut_at_bytes).toBeUndefined();
    });
  });

  it('/v1/history/get_actions says that its page was cut', async () => {
    const body = { account_name: 'victim', pos: -1, offset: -20 };
    const { status, text, json } = await history.post<Page>('/v1/history/get_actions', body);
    expect(status).toBe(200);
    expect(Buffer.byteLength(text)).toBeLessThan(GATEWAY_BYTES + MIB);
    expect(json.cut_at_bytes).toBe(MIB);
    expect(numsOf(json)).toEqual([LAST - 1, LAST]);
    const next = await history.post('/v1/history/get_actions', {
      account_name: 'victim',
      pos: 2,
      offset: 20,
    });
    expect(next.status).toBe(400);
  });

  it('/v2/state/get_account says that its actions were cut', async () => {
    const answer = await history.read<Page>('/v2/state/get_account', { account: 'victim' });
    expect(answer).toMatchObject({ cut_at_bytes: MIB, total_actions: HOSTILE + 1 });
    expect(numsOf(answer)).toEqual([LAST, LAST - 1]);
  });

  it.each([
    ['action_stream_request', { account: 'victim' }],
    ['delta_stream_request', { scope: 'victim' }],
  ])('the past of a stream with large values is sent to its end by %s', async (request, search) => {
    const socket = io(history.url, { path: '/stream', transports: ['websocket'], reconnection: false });
    const nums: number[] = [];
    const end = new Promise<void>((resolve) => {
      socket.on(
        'message',
        ({ type, messages = [] }: { type?: string; messages?: { block_num: number }[] }) => {
          nums.push(...messages.map(({ block_num }) => block_num));
          if (type === 'history_end') resolve();
        },
      );
    });
    try {
      await socket.emitWithAck(request, { ...search, start_from: 1 });
      await end;
      expect(nums).toEqual(Array.from({ length: LAST - 1 }, (_block, index) => index + 2));
    } finally {
      socket.disconnect();
    }
  });
});

test('a search of transfers ends its page at the bytes, too', async () => {
  const memo = 'm'.repeat(TEXT_BYTES);
  const hostile = transferAction('mallory', 'victim', '1.0000 SYS', { contract: 'evil', memo });
  const history = await SampleHistory.start(blocksOf(hostile));
  try {
    const query = { 'transfer.to': 'victim', 'transfer.symbol': 'SYS' };
    const page = await history.read<Page>('/v2/history/get_actions', query);
    expect(page).toMatchObject({ cut_at_bytes: MIB, total: { relation: 'gte' } });
    expect(numsOf(page)).toEqual([LAST, LAST - 1]);
    const { next_cursor: cursor } = page;
    expect(numsOf(await history.read<Page>('/v2/history/get_actions', { ...query, cursor }))).toEqual([
      LAST - 2,
      LAST - 3,
    ]);
  } finally {
    await history.close();
  }
});
