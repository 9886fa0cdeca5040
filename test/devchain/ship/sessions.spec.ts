import { hexToBytes } from '@app/antelope';
import { decodeBlock, decodeSignedBlock, decodeTraces } from '@app/ship';
import { transfer } from '../../harness/node/test-chain';
import { HistoryChain } from '../../harness/ship/history-chain';
import type { ShipReader } from '../../harness/ship/ship-reader';

const ENDLESS = 0xffffffff;

describe('sessions of state history', () => {
  let chain: HistoryChain;
  let reader: ShipReader;
  beforeAll(async () => {
    chain = await HistoryChain.start();
  });
  afterAll(() => chain.close());
  beforeEach(async () => {
    reader = await chain.reader();
  });
  afterEach(() => reader.close());

  const head = () => chain.chain.head();
  const numbers = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);

  it('a session begins with the ABI of the protocol and names the server in a header', () => {
    expect(JSON.parse(reader.abi)).toMatchObject({ version: 'eosio::abi/1.1' });
    expect(reader.headers.server).toBe('state_history/devchain');
  });

  it('a session answers get_status with the chain id, the head and the ranges of traces and state', async () => {
    const position = ({ num, id }: { num: number; id: string }) => ({
      blockNum: num,
      blockId: hexToBytes(id),
    });
    expect(await reader.status()).toMatchObject({
      head: position(head()),
      lastIrreversible: position(chain.chain.lastIrreversible()),
      traceBeginBlock: 2,
      traceEndBlock: head().num + 1,
      chainStateBeginBlock: 1,
      chainStateEndBlock: head().num + 1,
      chainId: hexToBytes(chain.chain.chainId),
    });
  });

  it('a session sends the blocks from the start to before the end', async () => {
    reader.request({ startBlockNum: 3, endBlockNum: 8 });
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([3, 4, 5, 6, 7]);
  });

  it('a session sends new blocks as they are sealed', async () => {
    reader.request({ startBlockNum: head().num + 1 });
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([]);
    await chain.produce(2);
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([head().num - 1, head().num]);
  });

  it('a session sends one block for each credit and each acknowledged message', async () => {
    reader.request({ startBlockNum: 2, maxMessagesInFlight: 3 });
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([2, 3, 4]);
    reader.ack(2);
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([5, 6]);
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([]);
  });

  it('a session tolerates an ack before the first request and counts it for nothing', async () => {
    reader.ack(5);
    reader.request({ startBlockNum: 2, maxMessagesInFlight: 1 });
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([2]);
  });

  it('a session starts anew with a second request', async () => {
    reader.request({ startBlockNum: 2, maxMessagesInFlight: 2 });
    await reader.take(2);
    reader.request({ startBlockNum: 9, endBlockNum: 11 });
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([9, 10]);
  });

  it('a session starts at the lowest position of the reader that is not on this chain', async () => {
    const position = (num: number, id = chain.chain.block(num)!.id) => ({
      blockNum: num,
      blockId: hexToBytes(id),
    });
    const other = 'f'.repeat(64);
    const positions = [position(5), position(6, other), position(7), position(8, other), position(30, other)];
    reader.request({ startBlockNum: 10, endBlockNum: 12, havePositions: positions });
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([6, 7, 8, 9, 10, 11]);
    reader.request({ startBlockNum: 10, endBlockNum: 12, havePositions: [position(5), position(9)] });
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([10, 11]);
  });

  it('a session sends no block above the last irreversible one when asked for irreversible blocks', async () => {
    const last = chain.chain.lastIrreversible().num;
    reader.request({ startBlockNum: last - 1, irreversibleOnly: true });
    expect(await reader.numbersWithoutFurtherRequest()).toEqual([last - 1, last]);
    await chain.produce(3);
    expect(await reader.numbersWithoutFurtherRequest()).toEqual(numbers(last + 1, last + 3));
  });

  it.each([
    [{ fetchBlock: true }, ['block']],
    [{ fetchTraces: true }, ['traces']],
    [{ fetchDeltas: true }, ['deltas']],
    [{}, []],
  ])('a session sends the sections of %j only', async (wanted, sections) => {
    const nothing = { fetchBlock: false, fetchTraces: false, fetchDeltas: false };
    reader.request({ startBlockNum: 5, endBlockNum: 6, ...nothing, ...wanted });
    const result = await reader.next();
    const sent = (['block', 'traces', 'deltas'] as const).filter((section) => result[section] !== undefined);
    expect(sent).toEqual(sections);
  });

  it('a session sends the signed block and the traces of its transactions, with receipts and signatures', async () => {
    const key = chain.node.keyOf('alice');
    const actions = [transfer('alice', 'bob', '0.00000001 BTC', { memo: 'a' })];
    const signed = await chain.node.sign(actions, [key], {}, 1);
    const pushed = await chain.node.post<{ transaction_id: string; processed: { receipt: object } }>(
      'send_transaction',
      signed,
    );
    expect(pushed.status).toBe(202);
    await chain.produce();
    reader.request({ startBlockNum: head().num });
    const result = await reader.next();
    const block = chain.chain.block(head().num)!;
    expect(Buffer.from(result.block!)).toEqual(Buffer.from(block.packedBlock));
    expect(decodeSignedBlock(result.block!).transactions).toHaveLength(1);
    const [trace] = decodeTraces(result.traces!);
    const id = Buffer.from(trace!.id).toString('hex');
    expect(id).toBe(pushed.json.transaction_id);
    expect({
      status: 'executed',
      cpu_usage_us: trace!.cpuUsageUs,
      net_usage_words: trace!.netUsageWords,
    }).toEqual(pushed.json.processed.receipt);
    expect(trace!.partial!.signatures.map((bytes) => bytes.length)).toEqual([66]);
    expect(trace!.partial!.expiration).toBeGreaterThan(head().timeMs / 1000);
    expect(
      trace!.actionTraces.map(({ actionOrdinal, creatorActionOrdinal }) => [
        actionOrdinal,
        creatorActionOrdinal,
      ]),
    ).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
    ]);
    expect(trace!.actionTraces.every(({ receipt, returnValue }) => receipt && returnValue)).toBe(true);
  });

  it('a session closes on bytes that are no request, and other sessions continue', async () => {
    const other = await chain.reader();
    const closed = other.closed();
    other.socket.send(Buffer.from('ff00', 'hex'));
    expect(await closed).toMatchObject({ code: 1003 });
    expect((await reader.status()).head.blockNum).toBe(head().num);
  });

  it('a session sends head and last irreversible block with every block', async () => {
    reader.request({ startBlockNum: head().num, endBlockNum: ENDLESS });
    const { head: sentHead, lastIrreversible } = decodeBlock(await reader.next());
    expect(sentHead.blockNum).toBe(head().num);
    expect(lastIrreversible.blockNum).toBe(chain.chain.lastIrreversible().num);
  });
});
