import { NodeAnswerError, NodeFailure } from './errors';
import { refusalOfTrace } from './node-error-body';
import { checkResponse, classifyResponse } from './node-reply';

const reply = (status: number, body: string) => ({ status, contentType: '', bytes: Buffer.from(body) });

const nodeos = (status: number, error: object) =>
  reply(status, JSON.stringify({ code: status, message: 'Internal Service Error', error }));

const assertion = {
  code: 3050003,
  name: 'eosio_assert_message_exception',
  what: 'eosio_assert_message assertion failure',
  details: [
    {
      message: 'assertion failure with message: lending: below minimum loan',
      file: 'x.cpp',
      line_number: 1,
      method: 'f',
    },
    {
      message: 'dex <= loan::borrow pending console output: ',
      file: 'y.cpp',
      line_number: 2,
      method: 'g',
    },
  ],
};

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('a reply of a node', () => {
  it('a reply of a node is its JSON when it succeeds', () => {
    expect(classifyResponse('node', reply(202, '{"a":1}'))).toEqual({ a: 1 });
    expect(classifyResponse('node', reply(200, '[]'))).toEqual([]);
  });

  it.each([
    ['[', ']'],
    ['{"rows":[{"a":', '}]}'],
  ])('a reply of a node whose values are nested without end is none: %s', (opening, closing) => {
    const deep = reply(200, `${opening.repeat(1_000)}1${closing.repeat(1_000)}`);
    for (const read of [classifyResponse, checkResponse])
      expect(thrownBy(() => read('node', deep))).toMatchObject({
        name: 'NodeFailure',
        why: 'answered with something that is not JSON',
        mayHaveArrived: true,
      });
  });

  it("a reply of a node is a refusal with the contract's own message when a contract asserted", () => {
    const error = thrownBy(() => classifyResponse('node', nodeos(500, assertion)));
    expect(error).toBeInstanceOf(NodeAnswerError);
    expect(error).toMatchObject({
      httpStatus: 500,
      code: 3050003,
      errorName: 'eosio_assert_message_exception',
      reason: 'lending: below minimum loan',
    });
  });

  it.each([
    [
      'no details',
      nodeos(500, { code: 3040005, name: 'expired_tx_exception', what: 'Expired Transaction', details: [] }),
      'Expired Transaction',
    ],
    [
      'an error code',
      nodeos(500, { ...assertion, details: [{ message: 'assertion failure with error code: 7' }] }),
      '7',
    ],
    [
      'nothing but what the contract printed',
      nodeos(500, {
        ...assertion,
        details: [{ message: 'dex <= loan::borrow pending console output: so far' }],
      }),
      'eosio_assert_message assertion failure',
    ],
    ['nothing at all', nodeos(404, { code: 0, name: '', what: '', details: [] }), 'Internal Service Error'],
    [
      'a history shape',
      reply(500, '{"statusCode":500,"error":"Internal Server Error","message":"Account not found!"}'),
      'Account not found!',
    ],
  ])('a reply of a node is a refusal with a readable reason with %s', (_, answer, reason) => {
    expect(thrownBy(() => classifyResponse('node', answer))).toMatchObject({
      name: 'NodeAnswerError',
      reason,
    });
  });

  it('a reply of a node is a refusal too when a proxy flattened its status to 200', () => {
    const flattened = reply(200, JSON.stringify({ code: 500, message: 'x', error: assertion }));
    expect(thrownBy(() => classifyResponse('node', flattened))).toMatchObject({
      name: 'NodeAnswerError',
      httpStatus: 500,
    });
  });

  it.each([
    ['HTML of a proxy', reply(502, '<html>Bad Gateway</html>')],
    ['an empty 500', reply(500, '')],
    ['broken JSON', reply(200, '{"a":')],
    ['a plain 404', reply(404, 'Not Found')],
    ['a 403 of a proxy', reply(403, '<html>Forbidden</html>')],
    ['a 413 of a proxy', reply(413, '')],
    [
      'a rate limit',
      reply(429, '{"statusCode":429,"error":"Too Many Requests","message":"Rate limit exceeded"}'),
    ],
    ['a busy node', nodeos(503, { code: 503, name: 'Busy', what: 'Too many requests', details: [] })],
    ['an empty 503 of a proxy', reply(503, '')],
  ])('a reply of a node leaves open whether the request was processed when it is %s', (_, answer) => {
    const error = thrownBy(() => classifyResponse('node', answer));
    expect(error).toBeInstanceOf(NodeFailure);
    expect(error).toMatchObject({ node: 'node', mayHaveArrived: true });
  });
});

describe('a large reply that is passed on in bytes', () => {
  const rows = JSON.stringify({
    rows: Array.from({ length: 500 }, (_, id) => ({ id, memo: 'a } in "it"' })),
  });
  const parse = jest.spyOn(JSON, 'parse');
  afterAll(() => parse.mockRestore());

  it('a large reply that is passed on in bytes is checked without being parsed when it is whole', () => {
    parse.mockClear();
    expect(checkResponse('node', reply(200, rows))).toBeUndefined();
    expect(parse).not.toHaveBeenCalled();
  });

  it.each([
    ['lost its end', rows.slice(0, -2)],
    ['lost its end behind a row', rows.slice(0, rows.lastIndexOf(',{'))],
    ['lost its second half', rows.slice(0, rows.length / 2)],
    ['has HTML behind it', `${rows}<html>`],
  ])('a large reply that is passed on in bytes is an infrastructure failure when it %s', (_, text) => {
    expect(thrownBy(() => checkResponse('node', reply(200, text)))).toBeInstanceOf(NodeFailure);
  });

  it('a large reply that is passed on in bytes is a refusal when it is an error body at status 200', () => {
    const error = { ...assertion, what: 'x'.repeat(10_000) };
    const flattened = reply(200, JSON.stringify({ code: 500, message: 'Internal Service Error', error }));
    expect(thrownBy(() => checkResponse('node', flattened))).toBeInstanceOf(NodeAnswerError);
  });
});

describe('a failure in a trace', () => {
  it('the text of a failure in a trace is bounded when its format names one long value many times', () => {
    const replaced = jest.spyOn(String.prototype, 'replace');
    const stack = [{ format: '${s}'.repeat(100_000), data: { s: 'x'.repeat(100_000) } }];
    const { reason } = refusalOfTrace({ code: 3050003, name: 'e', stack });
    const lengths = replaced.mock.results.map(({ value }) => String(value).length);
    replaced.mockRestore();
    expect(reason).toHaveLength(500);
    expect(Math.max(...lengths)).toBeLessThan(600_000);
  });

  it('the text of a failure in a trace has its values in its format, which the node keeps apart', () => {
    const stack = [{ format: 'assertion failure with message: ${s}', data: { s: 'overdrawn balance' } }];
    expect(
      refusalOfTrace({ code: 3050003, name: 'eosio_assert_message_exception', message: 'x', stack }),
    ).toMatchObject({
      code: 3050003,
      reason: 'overdrawn balance',
    });
  });

  it('the text of a failure in a trace has lists and objects, but no endless nesting', () => {
    let nested: unknown = 0;
    for (let level = 0; level < 100_000; level++) nested = [nested];
    const stack = [
      { format: '${auth} of ${keys}, ${nested}', data: { auth: { actor: 'a' }, keys: ['k'], nested } },
    ];
    expect(refusalOfTrace({ code: 1, name: 'n', stack }).reason).toBe('{"actor":"a"} of ["k"], ${nested}');
  });

  it('the text of a failure in a trace without a format is its message', () => {
    expect(refusalOfTrace({ code: 1, name: 'n', message: 'soft failure', stack: [] }).reason).toBe(
      'soft failure',
    );
    expect(refusalOfTrace('nonsense').reason).toBe('the node gave no reason');
  });
});
