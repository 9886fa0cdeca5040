import { completeList } from './complete-list';
import { completePush, withDefaults } from './with-defaults';

const complete = withDefaults({ json: false });
const through = (by: (body: Buffer) => Buffer, text: string): string => by(Buffer.from(text)).toString();

describe('withDefaults', () => {
  it.each([
    ['', '{"json":false}'],
    ['{}', '{"json":false}'],
    [' { }', ' {"json":false }'],
    ['{"limit": 1e1}', '{"json":false,"limit": 1e1}'],
  ])('withDefaults completes %j as %j', (body, completed) => {
    expect(through(complete, body)).toBe(completed);
  });

  it.each(['{"json":null}', '{"js\\u006fn":true}', '[]', 'null', '{"json"', '"{}"'])(
    'withDefaults leaves %j as it is',
    (body) => {
      expect(through(complete, body)).toBe(body);
    },
  );
});

describe('completePush', () => {
  it('completePush adds the absent members of a body of a megabyte, and keeps the other bytes', () => {
    const body = `{"packed_trx": "${'00'.repeat(600_000)}","compression":1}`;
    expect(through(completePush, body)).toBe(
      `{"signatures":[],"packed_context_free_data":"",${body.slice(1)}`,
    );
  });

  it.each(['', '{}', '{"signatures":[]}', '[{"packed_trx":"00"}]'])(
    'completePush leaves %j without a transaction as it is',
    (body) => {
      expect(through(completePush, body)).toBe(body);
    },
  );
});

const COMPLETE = '{"signatures":[],"compression":"none","packed_context_free_data":"","packed_trx":"00"}';

describe('completeList', () => {
  it.each([
    ['a complete list', `[ ${COMPLETE} ]`],
    ['a list of other values', '[1, null, "x", {}]'],
    ['a number', '12'],
    ['a text that is no JSON', '"abc"'],
    ['no JSON', '[{'],
    ['no body', ''],
    ['a member that occurs twice', '[{"packed_trx":"00","packed_trx":"01"}]'],
    ['more values than it takes', `[{"actions":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`],
  ])('completeList leaves %s as it is', (_, body) => {
    expect(through(completeList, body)).toBe(body);
  });

  it('completeList makes one list of an object and of a text', () => {
    for (const body of [COMPLETE, JSON.stringify(COMPLETE), JSON.stringify(`[${COMPLETE}]`)])
      expect(through(completeList, body)).toBe(`[${COMPLETE}]`);
  });

  it('completeList keeps each digit of a transaction in JSON, and takes its signatures out of it', () => {
    const actions = '[{"data":{"amount":18446744073709551615}}]';
    expect(through(completeList, `[{"signatures":["SIG"],"actions":${actions}}]`)).toBe(
      `[{"signatures":["SIG"],"compression":"none","context_free_data":[],"transaction":{"actions":[{"data":{"amount":"18446744073709551615"}}]}}]`,
    );
  });

  it('completeList writes the deepest transaction that it takes', () => {
    const deep = `${'['.repeat(990)}${']'.repeat(990)}`;
    expect(through(completeList, `[{"actions":${deep},"n":99999999999999999}]`)).toContain(deep);
  });
});
