import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { presentTime } from '../ledger/spending-rules';
import { readPosition } from './own-nodes';

const CHAIN = 'ab'.repeat(32);
const NOW = Date.parse('2030-01-31T12:00:00Z');
const idOf = (num: number, prefix = '78563412'): string =>
  `${num.toString(16).padStart(8, '0')}${'00'.repeat(4)}${prefix}${'00'.repeat(20)}`;

describe('the position of the chain at the owner’s nodes', () => {
  const servers: Server[] = [];
  /** Blocks that answers about a block are ahead of it. */
  let answeredAhead = 0;
  afterEach(() => {
    answeredAhead = 0;
    servers.splice(0).forEach((server) => server.close());
  });

  /** A node that answers get_info like this and has the blocks, or breaks every connection. */
  async function node(info: object | Buffer | undefined): Promise<string> {
    const server = createServer((request, response) => {
      if (info === undefined) return void response.destroy();
      if (Buffer.isBuffer(info))
        return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(info);
      if (request.url === '/v1/chain/get_info') return void response.end(JSON.stringify(info));
      request.on('data', (chunk: Buffer) => {
        const { block_num } = JSON.parse(chunk.toString()) as { block_num: number };
        response.end(JSON.stringify({ block_num: block_num + answeredAhead, id: idOf(block_num) }));
      });
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const infoAt = (head: string, chain_id = CHAIN) => ({
    chain_id,
    head_block_time: head,
    last_irreversible_block_num: 42,
    last_irreversible_block_id: idOf(42),
  });
  const irreversible = (num: number, prefix?: string) => ({
    ...current,
    last_irreversible_block_num: num,
    last_irreversible_block_id: idOf(num, prefix),
  });
  const current = infoAt('2030-01-31T11:59:59.500');
  const read = async (...infos: (object | undefined)[]) =>
    readPosition(await Promise.all(infos.map(node)), CHAIN, () => NOW);

  it('the position has the head times of all nodes and the reference block of the last irreversible one', async () => {
    expect(await read(current, infoAt('2030-01-31T12:00:00.000'))).toEqual({
      nodes: [expect.any(String), expect.any(String)],
      headTimes: [NOW - 500, NOW],
      refBlockNum: 42,
      refBlockPrefix: 0x12345678,
    });
  });

  it.each<[string, (object | undefined)[], string]>([
    ['half of the nodes answer', [current, undefined], '1 of 2 nodes answer'],
    ['no node answers', [undefined], '0 of 1 nodes answer'],
    ['an answer has another form', [{ ...current, head_block_time: 'soon' }], '0 of 1 nodes answer'],
    ['an answer has a time of no calendar', [infoAt('2030-13-01T12:00:00')], '0 of 1 nodes answer'],
    [
      'a node serves another chain',
      [current, infoAt('2030-01-31T12:00:00', '00'.repeat(32))],
      'another chain',
    ],
    ['a node is late', [current, infoAt('2030-01-31T11:59:29')], 'a node is 31 s behind the clock'],
    [
      'the clock is behind all nodes',
      [infoAt('2030-01-31T12:05:00'), infoAt('2030-01-31T12:00:31')],
      'the clock of this machine is 31 s behind the nodes',
    ],
    [
      'an answer is larger than any of a node',
      [{ ...current, padding: 'x'.repeat(17 * 2 ** 20) }],
      '0 of 1 nodes answer',
    ],
  ])('nothing is signed when %s', async (_, infos, reason) => {
    await expect(read(...infos)).rejects.toMatchObject({
      name: 'Refusal',
      rule: 'nodes',
      message: expect.stringContaining(reason),
    });
  });

  it('a node whose few bytes are unpacked to more than 16 MiB does not answer', async () => {
    const bomb = gzipSync(JSON.stringify(current) + ' '.repeat(17 * 1024 * 1024));
    const failed = readPosition([await node(bomb)], CHAIN, () => NOW);
    await expect(failed).rejects.toThrow('0 of 1 nodes answer');
    await expect(failed).rejects.toHaveProperty('cause.message', 'get_info answers with too much');
  });

  it('one of three nodes may be down', async () => {
    const nodes = await Promise.all([current, undefined, current].map(node));
    const position = await readPosition(nodes, CHAIN, () => NOW);
    expect(position.headTimes).toHaveLength(2);
    expect(position.nodes).toEqual([nodes[0], nodes[2]]);
  });

  it('one of three nodes may be late, and its clock does not count', async () => {
    const nodes = await Promise.all([infoAt('2030-01-31T11:00:00'), current, current].map(node));
    const position = await readPosition(nodes, CHAIN, () => NOW);
    expect(position).toMatchObject({ nodes: nodes.slice(1), headTimes: [NOW - 500, NOW - 500] });
  });

  it('a head in the future does not count beside the clock and the other nodes', async () => {
    const clocks = [NOW, ...(await read(infoAt('2030-01-31T17:00:00'), current)).headTimes];
    expect(presentTime(clocks)).toBe(NOW - 500);
    // With a clock that was set forward as well, no majority is left: an honest node is late.
    const nodes = await Promise.all([infoAt('2030-01-31T17:00:00'), current].map(node));
    await expect(readPosition(nodes, CHAIN, () => NOW + 5 * 3_600_000)).rejects.toThrow(
      '1 of 2 nodes answer',
    );
  });

  it('a late node of another chain is refused as well', async () => {
    const other = infoAt('2030-01-31T11:00:00', '00'.repeat(32));
    await expect(read(other, current, current)).rejects.toThrow('a node serves another chain');
  });

  it.each([
    ['two nodes state different ones', [irreversible(40), irreversible(41)], 40],
    [
      'one of three states a false one',
      [irreversible(45, 'ffffffff'), irreversible(41), irreversible(42)],
      42,
    ],
    ['one of three states an old one', [irreversible(1), irreversible(41), irreversible(41)], 41],
  ])('the reference block is an irreversible one of two nodes where %s', async (_, infos, expected) => {
    expect(await read(...infos)).toMatchObject({ refBlockNum: expected, refBlockPrefix: 0x12345678 });
  });

  it('a node that answers for another block than it was asked for confirms none', async () => {
    answeredAhead = 1;
    const nodes = [irreversible(40), irreversible(41)];
    await expect(read(...nodes)).rejects.toThrow('no two nodes state the same');
  });

  it('nothing is signed when no two nodes state the same irreversible block', async () => {
    const false42 = irreversible(42, 'ffffffff');
    await expect(read(irreversible(42), false42)).rejects.toThrow('no two nodes state the same');
    await expect(read(irreversible(43), false42)).rejects.toThrow('no two nodes state the same');
  });
});
