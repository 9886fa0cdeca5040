import { connect } from 'node:net';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { overMcp } from '../../harness/gateway/gateway-client';
import { documentedTools, type DocumentedTool, type Schema } from '../../harness/gateway/openapi';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { allOr, allOrSome } from '../../harness/long';
import { TestChain } from '../../harness/node/test-chain';

/** Nothing of the inside may show: no stack line, no path, no node URL. */
const LEAK = /\n\s+at |node_modules|\/src\/|\.ts:\d|\.js:\d|127\.0\.0\.1:\d+/;

/** A value of a type the schema does not name. */
const WRONG_TYPES: readonly unknown[] = [null, true, 1.5, 'x y', [], ['a'], { a: 1 }];
const typesOf = (schema: Schema): string[] =>
  schema.oneOf ? schema.oneOf.flatMap(typesOf) : [schema.type ?? 'object'];
const jsonType = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

function wrongValues(schema: Schema): unknown[] {
  const types = typesOf(schema).map((type) => (type === 'integer' ? 'number' : type));
  // Amounts are documented as text alone, and accepted as numbers too.
  const isAmount = schema.pattern !== undefined && new RegExp(schema.pattern).test('1.5');
  const accepted = isAmount ? [...types, 'number'] : types;
  const wrong = WRONG_TYPES.filter((value) => !accepted.includes(jsonType(value)));
  for (const part of schema.oneOf ?? [schema]) {
    if (part.type === 'integer') wrong.push(1.5, 2 ** 53, ...(accepted.includes('string') ? [] : ['1']));
    if (part.minimum !== undefined && part.type === 'integer') wrong.push(part.minimum - 1);
    if (part.maximum !== undefined) wrong.push(part.maximum + 1);
    if (part.pattern !== undefined) wrong.push('UPPER CASE \u0000', 'x'.repeat(5000));
    if (part.maxLength !== undefined) wrong.push('m'.repeat(part.maxLength + 1));
    if (part.minLength !== undefined && part.minLength > 0) wrong.push('');
    if (part.enum !== undefined) wrong.push('nosuch');
  }
  return wrong;
}

/** Every third value in the short form, from another one on for each field. */
const someOf = (values: readonly unknown[], field: number): readonly unknown[] =>
  allOr(
    values,
    values.filter((_, index) => index % 3 === field % 3),
  );

describe('bad input', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  let tools: DocumentedTool[];
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS });
    const limits = { RATE_LIMIT_RELAY_REFUSED: '100000', RATE_LIMIT_META: '100000' };
    gateway = await startGateway(chain.url, undefined, limits);
    tools = await documentedTools(gateway.url);
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  const post = (path: string, body: RequestInit['body'], headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}${path}`, { method: 'POST', body, headers });

  async function expectRefusal(answer: Response, status: number, mentions: string) {
    const text = await answer.text();
    expect({ status: answer.status, text }).toEqual({ status, text: expect.stringContaining(mentions) });
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['error', 'code']);
    expect(text).not.toMatch(LEAK);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  }

  /** For what is refused before the tool is known to it. */
  const someTools = () => allOrSome(tools, 6);

  const inputs = (make: (tool: DocumentedTool) => [Record<string, unknown>, string][]) =>
    tools.flatMap((tool) => make(tool).map(([input, mentions]) => ({ tool: tool.name, input, mentions })));

  it('the document of the tools has an example for every tool', () => {
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['get_chain_info', 'get_account', 'get_table_rows', 'transfer'],
        ...['push_transaction', 'request_account', 'get_account_request'],
      ]),
    );
  });

  it('a tool refuses every wrong value of each of its fields, and names the field', async () => {
    const cases = inputs(({ example, properties }) =>
      Object.entries(properties).flatMap(([field, schema], index) =>
        someOf(wrongValues(schema), index).map((value): [Record<string, unknown>, string] => [
          { ...example, [field]: value },
          field,
        ]),
      ),
    );
    expect(cases.length).toBeGreaterThan(allOr(100, 80));
    for (const { tool, input, mentions } of cases) {
      await expectRefusal(await post(`/v1/tools/${tool}`, JSON.stringify(input)), 400, mentions);
    }
  });

  it('a tool over MCP refuses the same values, as tool errors', async () => {
    const cases = inputs(({ example, properties }) =>
      Object.keys(properties).map((field) => [{ ...example, [field]: { a: 1 } }, field]),
    );
    for (const { tool, input, mentions } of cases) {
      const { ok, body } = await overMcp(gateway.url)(tool, input);
      expect({ tool, mentions, ok }).toEqual({ tool, mentions, ok: false });
      expect(body.error).toContain(mentions);
      expect(body.error).not.toMatch(LEAK);
    }
  });

  it('a tool refuses a missing required field by name', async () => {
    const cases = inputs(({ example, required }) =>
      required.map((field) => [
        Object.fromEntries(Object.entries(example).filter(([key]) => key !== field)),
        field,
      ]),
    );
    for (const { tool, input, mentions } of cases) {
      await expectRefusal(await post(`/v1/tools/${tool}`, JSON.stringify(input)), 400, mentions);
    }
  });

  it('a tool refuses an unknown member, and names the most similar field', async () => {
    const cases = inputs(({ example, properties }) =>
      Object.keys(properties).map((field) => [
        { ...example, [`${field}x`]: 1 },
        `did you mean \\"${field}\\"`,
      ]),
    );
    for (const { tool, input, mentions } of cases) {
      await expectRefusal(await post(`/v1/tools/${tool}`, JSON.stringify(input)), 400, mentions);
    }
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a tool refuses a member %s',
    async (member) => {
      for (const { name, example } of someTools()) {
        const body = `{"${member}": {"network": "testnet"}, ${JSON.stringify(example).slice(1)}`.replace(
          ', }',
          '}',
        );
        await expectRefusal(await post(`/v1/tools/${name}`, body), 400, member);
      }
    },
  );

  it('transfer reports all problems of one request at once', async () => {
    const answer = await post(
      '/v1/tools/transfer',
      JSON.stringify({ from: 'ALICE', amout: 1, symbol: 'XYZ' }),
    );
    const { error } = (await answer.json()) as { error: string };
    for (const field of ['from', 'to', 'symbol', 'amount', 'amout']) expect(error).toContain(field);
    expect(error.split('; ').length).toBeGreaterThanOrEqual(5);
  });

  it.each([
    ['broken JSON', '{"account": ', 400, 'JSON'],
    ['an array', '[1, 2]', 400, 'object'],
    ['a string', '"alice"', 400, 'object'],
    ['a number', '7', 400, 'object'],
    ['null', 'null', 400, 'object'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 400, ''],
    [
      'a number that no double holds as it is written',
      '{"amount": 0.12345678000000000000001}',
      ...([400, 'amount: the number 0.12345678000000000000001 has more digits'] as const),
    ],
    ['a huge body', JSON.stringify({ account: 'a'.repeat(3_000_000) }), 413, 'large'],
    ['deep nesting', '['.repeat(8_000) + ']'.repeat(8_000), 400, ''],
  ])('a tool refuses %s', async (_name, body, status, mentions) => {
    for (const { name } of someTools()) {
      const answer = await post(`/v1/tools/${name}`, body as RequestInit['body']);
      await expectRefusal(answer, status, mentions);
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', ''])(
    'get_account reads JSON with any content type (%p)',
    async (contentType) => {
      const answer = await post('/v1/tools/get_account', '{"account":"alice"}', {
        'content-type': contentType,
      });
      expect(answer.status).toBe(200);
    },
  );

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    '%s on a tool is answered with 405 and the allowed method',
    async (method) => {
      const answer = await fetch(`${gateway.url}/v1/tools/get_account`, { method });
      expect(answer.headers.get('allow')).toContain('POST');
      await expectRefusal(answer, 405, 'POST');
    },
  );

  it('an unknown tool is answered with 404 and its name', async () => {
    await expectRefusal(await post('/v1/tools/get_acount', '{}'), 404, 'get_acount');
    await expectRefusal(await post('/v1/tools/', '{}'), 404, '');
    await expectRefusal(await post('/v1/tools/%ff', '{}'), 400, '');
  });

  it('a request that is no HTTP is answered with 400, without a stack', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () =>
        socket.end('GARBAGE\r\n\r\n'),
      );
      let received = '';
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).not.toMatch(LEAK);
  });
});
