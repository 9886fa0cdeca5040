import { json } from '../../harness/fake-node/fake-node';
import { until } from '../../harness/until';
import { type PoolNode, PoolOfNodes, TABLE_ROWS } from './support/pool-of-nodes';

const INFO = '/v1/chain/get_info';
const SHADOW = 2;

/** Answers reads of rows with these, as every honest node does. */
const saying =
  (name: string): PoolNode['fault'] =>
  (path, response) => {
    if (path === TABLE_ROWS) json(response, 200, { rows: [{ name }], more: false, next_key: '' });
    return path === TABLE_ROWS;
  };

describe('a shadow node', () => {
  let pool: PoolOfNodes;
  beforeEach(async () => {
    // Every read is in the sample.
    pool = await PoolOfNodes.start(3, { members: [{}, {}, { isShadow: true }], random: () => 0 });
    for (const node of pool.nodes) node.fault = saying('all');
    await pool.read();
    for (const index of [0, 1]) await pool.until(index, 'fit');
  });
  afterEach(() => pool.close());

  const counts = () => pool.client.comparisons().nodes.get('node-3')!;
  /** Reads until the shadow was compared so. */
  const readUntil = (result: 'agreed' | 'differed' | 'unavailable') =>
    until(async () => {
      await pool.read();
      return counts()[result] > 0;
    });

  it('a shadow node gets a part of the reads, and its agreement is counted', async () => {
    await readUntil('agreed');
    expect(pool.requests(SHADOW)).toBeGreaterThan(0);
    expect(counts()).toMatchObject({ differed: 0, unavailable: 0 });
    expect(pool.client.nodeStatus().map(({ node }) => node)).toEqual(['node-1', 'node-2']);
  });

  it('rows of a shadow node that differ are counted and kept with the evidence, and never served', async () => {
    pool.nodes[SHADOW]!.fault = saying('shadow');
    const names = new Set<string>();
    await until(async () => {
      names.add(await pool.read());
      return counts().differed > 0;
    });
    expect(names).toEqual(new Set(['all']));
    const [evidence] = pool.client.comparisons().disagreements;
    expect(evidence).toMatchObject({ route: TABLE_ROWS, member: 'rows.0.name' });
    expect(evidence!.nodes).toContain('node-3');
    expect(pool.client.nodeStatus().map(({ fitness }) => fitness.kind)).toEqual(['fit', 'fit']);
  });

  it('the head that a shadow node states counts for no node', async () => {
    pool.nodes[SHADOW]!.fault = (path, response) => {
      if (path !== INFO) return saying('all')(path, response, () => undefined);
      json(response, 200, { ...pool.nodes[SHADOW]!.view.info(), head_block_num: 1_000_000 });
      return true;
    };
    await readUntil('agreed');
    expect(pool.client.position().headBlock).toBeLessThan(900_000);
    expect(pool.client.nodeStatus().map(({ judged }) => judged.kind)).toEqual(['fit', 'fit']);
  });

  it('a shadow node that hangs is counted as unavailable, and no read waits for it', async () => {
    pool.nodes[SHADOW]!.fault = () => true;
    await readUntil('unavailable');
    expect(counts()).toMatchObject({ agreed: 0, differed: 0 });
  });

  it('a shadow node that is configured to serve does so, and one that becomes a shadow does not', async () => {
    const config = pool.chains.networks.of('mainnet');
    const [first, second, third] = config.nodes;
    pool.nodes[SHADOW]!.fault = saying('third');
    pool.chains.configure([
      {
        ...config,
        nodes: [
          { ...first!, isShadow: true },
          { ...third!, isShadow: false },
        ],
      },
    ]);
    await until(async () => (await pool.read()) === 'third');
    expect(second!.label).toBe('node-2');
    expect(pool.client.nodeStatus().map(({ node }) => node)).toEqual(['node-3']);
  });
});
