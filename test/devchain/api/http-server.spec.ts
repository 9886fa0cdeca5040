import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { nodeRows, unmatched } from '../../../apps/devchain/src/api/nodeos/node-rows';
import type { Route } from '../../../apps/devchain/src/api/nodeos/route';
import { ROUTES } from '../../../apps/devchain/src/api/v1-chain/routes';
import { createRouter } from '../../../apps/devchain/src/http/router';
import { serve } from '../../../apps/devchain/src/http/serve';
import { type ErrorBody, TestChain } from '../../harness/node/test-chain';

const MEBIBYTE = 1024 * 1024;
/** Of the node API's own list, then what clients of Leap 5 use besides. */
const NODE_API = [
  ...['abi_bin_to_json', 'abi_json_to_bin', 'get_abi', 'get_account', 'get_activated_protocol_features'],
  ...[
    'get_block',
    'get_block_header_state',
    'get_code',
    'get_currency_balance',
    'get_currency_stats',
    'get_info',
  ],
  ...[
    'get_producers',
    'get_raw_abi',
    'get_raw_code_and_abi',
    'get_scheduled_transaction',
    'get_table_by_scope',
  ],
  ...['get_table_rows', 'push_transaction', 'send_transaction', 'push_transactions'],
  ...['get_block_info', 'get_block_header', 'get_raw_block', 'get_producer_schedule', 'get_required_keys'],
  ...['get_transaction_id', 'compute_transaction', 'send_transaction2', 'send_read_only_transaction'],
  ...['get_transaction_status', 'get_accounts_by_authorizers', 'get_code_hash', 'get_consensus_parameters'],
  'get_scheduled_transactions',
];

describe('HTTP server', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await TestChain.start({ blocks: 'manual' });
  });
  afterAll(() => chain.close());

  const send = (path: string, init: RequestInit) => fetch(chain.url + path, init);
  const details = async (answer: Response) => ((await answer.json()) as ErrorBody).error.details[0]!.message;

  it('the HTTP server answers and keeps serving after an unexpected failure of a route', async () => {
    const failures: string[] = [];
    const { chain: node } = chain.devchain;
    const parts = { chain: node, name: 'lab', coreSymbol: '4,NATIVE', budget: () => () => false };
    const broken: Route = {
      path: '/broken',
      input: 'none',
      status: 200,
      answer: () => {
        throw new TypeError('nobody thought of it');
      },
    };
    const logFailure = (path: string, error: unknown) => void failures.push(`${path}: ${String(error)}`);
    const rows = nodeRows([...ROUTES, broken], parts, logFailure);
    const address = { host: '127.0.0.1', port: 0 };
    const served = await serve(createRouter(rows, unmatched), address, logFailure);
    const answer = await fetch(`${served.url}/broken`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('nobody thought of it');
    expect(failures).toEqual(['/broken: TypeError: nobody thought of it']);
    expect((await fetch(`${served.url}/v1/chain/get_info`)).status).toBe(200);
    await served.close();
  });

  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])(
    'the HTTP server answers %s like any other method',
    async (method) => {
      const answer = await send('/v1/chain/get_info', { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(await answer.json()).toMatchObject({
        server_version_string: expect.stringContaining('development'),
      });
    },
  );

  it('the HTTP server answers OPTIONS on every path and allows every origin', async () => {
    const answer = await send('/no/such/path', { method: 'OPTIONS' });
    expect([answer.status, await answer.text()]).toEqual([200, '{}']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense'])(
    'the HTTP server ignores the content type %s',
    async (type) => {
      const body = JSON.stringify({ account_name: 'alice' });
      const answer = await send('/v1/chain/get_account', {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(200);
    },
  );

  it('the HTTP server reads a body sent with GET', async () => {
    const body = JSON.stringify({ account_name: 'alice' });
    const status = await new Promise((resolve, reject) => {
      const headers = { 'content-length': body.length };
      const request = httpRequest(
        `${chain.url}/v1/chain/get_account`,
        { method: 'GET', headers },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      request.on('error', reject).end(body);
    });
    expect(status).toBe(200);
  });

  it.each(['/v1/chain/get_info?x=1', '/v1/chain/get_info/', '/v1/chain', '/V1/chain/get_info', '/'])(
    'the HTTP server answers 404 to %s',
    async (path) => {
      const answer = await send(path, { method: 'GET' });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        {
          code: 404,
          message: 'Not Found',
          error: {
            code: 0,
            name: 'exception',
            what: 'unspecified',
            details: [expect.objectContaining({ message: 'Unknown Endpoint' })],
          },
        },
      ]);
    },
  );

  it.each(['', ' ', '{}', ' {\t} '])('the HTTP server treats the body %j as empty', async (body) => {
    expect((await send('/v1/chain/get_info', { method: 'POST', body })).status).toBe(200);
    const refused = await send('/v1/chain/get_account', { method: 'POST', body });
    expect([refused.status, await details(refused)]).toEqual([400, 'A Request body is required']);
  });

  it('the HTTP server refuses a body on a route without parameters', async () => {
    const refused = await send('/v1/chain/get_info', { method: 'POST', body: '{"x":1}' });
    expect([refused.status, await details(refused)]).toEqual([
      400,
      'Unable to parse valid input from POST body',
    ]);
  });

  it.each(['{', 'account_name', '[]', '"alice"', '5', '{"account_name":{}}', '{"account_name":"Alice"}'])(
    'the HTTP server refuses the body %s',
    async (body) => {
      const refused = await send('/v1/chain/get_account', { method: 'POST', body });
      expect([refused.status, await details(refused)]).toEqual([
        400,
        'Unable to parse valid input from POST body',
      ]);
    },
  );

  it('the HTTP server accepts a body just below 2 MiB', async () => {
    const body = JSON.stringify({ account_name: 'alice', filler: 'x'.repeat(2 * MEBIBYTE - 100) });
    expect((await send('/v1/chain/get_account', { method: 'POST', body })).status).toBe(200);
  });

  it('the HTTP server refuses a body of two million blanks quickly', async () => {
    const body = `${' '.repeat(2_000_000)}x${' '.repeat(90_000)}`;
    expect((await send('/v1/chain/get_info', { method: 'POST', body })).status).toBe(400);
  });

  it('the HTTP server closes a connection with a larger body, sized or chunked, and keeps serving', async () => {
    const body = 'x'.repeat(2 * MEBIBYTE + 1);
    await expect(send('/v1/chain/get_account', { method: 'POST', body })).rejects.toThrow('fetch failed');
    const chunked = new Blob([body]).stream();
    const init = { method: 'POST', body: chunked, duplex: 'half' } as RequestInit;
    await expect(send('/v1/chain/get_account', init)).rejects.toThrow('fetch failed');
    expect((await send('/v1/chain/get_info', {})).status).toBe(200);
  });

  it('the HTTP server answers 100 to Expect: 100-continue, and closes when the body is too large', async () => {
    const asking = (length: number) =>
      firstLine(
        `POST /v1/chain/get_info HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`,
      );
    expect(await asking(2)).toMatch(/^HTTP\/1.1 100 /);
    await expect(asking(3 * MEBIBYTE)).rejects.toThrow('closed without an answer');
  });

  it('the HTTP server refuses a target with ..', async () => {
    expect(await firstLine('GET /v1/../x HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  it('the HTTP server of a node has every route of the node API', async () => {
    const { apis } = await chain.read<{ apis: string[] }>('/v1/node/get_supported_apis');
    for (const route of NODE_API) {
      expect(apis).toContain(`/v1/chain/${route}`);
      expect((await chain.post(route)).status).not.toBe(404);
    }
  });

  function firstLine(head: string): Promise<string> {
    const { hostname, port } = new URL(chain.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(head));
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString().split('\r\n')[0]!);
      });
      socket.once('error', reject).once('close', () => reject(new Error('closed without an answer')));
    });
  }
});

describe('HTTP server of a chain that stops', () => {
  it('a stopping HTTP server answers a request on a keep-alive connection, then closes it', async () => {
    const chain = await TestChain.start({ blocks: 'manual' });
    const agent = new Agent({ keepAlive: true });
    const ask = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        httpRequest(`${chain.url}/v1/chain/get_info`, { agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer));
        })
          .on('error', reject)
          .end();
      });
    expect((await ask()).headers.connection).toBe('keep-alive');
    await new Promise(setImmediate); // the agent has its connection back
    const closed = chain.close();
    const answer = await ask();
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    await closed;
  });
});
