import { SUPPORTED_APIS } from '../../../apps/history/src/health/supported-apis';
import { noteAction, SampleBlocks, sampleId } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

interface Service {
  readonly service: string;
  readonly status: string;
  readonly service_data?: Record<string, unknown>;
}

describe('health and facts of the history node', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    const made = new SampleBlocks();
    history = await SampleHistory.start([made.next(), made.next([[noteAction('alice', 'x')]]), made.next()], {
      irreversibleNum: 3,
    });
  });
  afterAll(() => history.close());

  const service = async (wanted: string): Promise<Service | undefined> => {
    const { health } = await history.read<{ health: Service[] }>('/v2/health');
    return health.find(({ service: name }) => name === wanted);
  };

  it('/v2/health answers the services and features that clients read', async () => {
    const { json } = await history.get('/v2/health');
    expect(json).toMatchObject({
      version: '1.0.0',
      version_hash: expect.stringMatching(/^[0-9a-f]{40}$/),
      host: '',
      health: [{ service: 'StateHistory' }, { service: 'NodeosRPC' }, { service: 'Elasticsearch' }],
      features: {
        streaming: { enable: false },
        tables: { proposals: true, accounts: true, voters: true },
        index_deltas: true,
      },
      query_time_ms: expect.any(Number),
    });
  });

  it('/v2/health says which blocks the index has', async () => {
    expect(await service('Elasticsearch')).toMatchObject({
      status: 'OK',
      service_data: {
        head_offset: 0,
        first_indexed_block: 2,
        last_indexed_block: 4,
        total_indexed_blocks: 3,
        missing_blocks: 0,
        missing_pct: '0.00%',
      },
    });
  });

  it('/v2/health shows a node that does not answer as an error', async () => {
    expect(await service('NodeosRPC')).toMatchObject({ status: 'Error' });
  });

  it('/v2/health shows an index whose last block is older than 30 s as an error', async () => {
    history.clock.advance(30_001);
    expect(await service('Elasticsearch')).toMatchObject({ status: 'Error' });
  });

  it('/v1/chain/get_info tells the head of the index', async () => {
    const { json } = await history.post('/v1/chain/get_info', '');
    expect(json).toMatchObject({
      chain_id: '01'.repeat(32),
      head_block_num: 4,
      head_block_id: Buffer.from(sampleId(4)).toString('hex'),
      head_block_time: '2030-01-01T00:00:02.000',
      head_block_producer: 'producera',
      last_irreversible_block_num: 3,
      last_irreversible_block_id: Buffer.from(sampleId(3)).toString('hex'),
      server_version: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
  });

  it('/v1/node/get_supported_apis lists the routes of the API document, and no other', async () => {
    const { json } = await history.get('/v1/node/get_supported_apis');
    expect(json).toEqual({ apis: SUPPORTED_APIS });
    const document = await history.read<{ paths: Record<string, unknown> }>('/v2/docs/json');
    // Files that a history node has where an archive is set.
    const others = ['/', '/archive/{file}'];
    expect(Object.keys(document.paths).sort()).toEqual([...SUPPORTED_APIS, ...others].sort());
  });

  it('/ answers version and chain, /v2 leads to the documentation', async () => {
    expect((await history.get('/')).json).toMatchObject({ chain: 'sample', chain_id: '01'.repeat(32) });
    const response = await fetch(`${history.url}/v2`, { redirect: 'manual' });
    expect(response.headers.get('location')).toBe('/v2/docs');
    expect((await fetch(`${history.url}/v2/docs`)).status).toBe(200);
  });

  it('pages of any origin may read the answers', async () => {
    const response = await fetch(`${history.url}/v2/health`, { headers: { origin: 'https://app.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
});

it('/v1/chain/get_info answers 503 until the history has an irreversible block', async () => {
  const made = new SampleBlocks(10);
  const history = await SampleHistory.start([made.next(), made.next()], { irreversibleNum: 8 });
  try {
    const early = await history.get('/v1/chain/get_info');
    expect(early.status).toBe(503);
    expect(JSON.stringify(early.json)).toContain(
      'the irreversible block 8 is not indexed: the history begins with block 10',
    );
    await history.history.append([made.next()], 10);
    expect(await history.read('/v1/chain/get_info')).toMatchObject({
      head_block_num: 12,
      last_irreversible_block_num: 10,
    });
  } finally {
    await history.close();
  }
});
