import path from 'node:path';

interface LogLineModule {
  humanLine(name: string, line: string, isColoured: boolean, columns?: number): string | undefined;
}
const MODULE = path.resolve(__dirname, '../../../scripts/terminal/log-line.mjs');
const load = () => import(MODULE) as Promise<LogLineModule>;

const TIME = '2026-11-22T01:47:10.000Z';
const clock = new Date(TIME).toTimeString().slice(0, 8);

describe('output in a terminal', () => {
  it.each([
    [
      'a transaction',
      {
        level: 'info',
        chain: 'mainnet',
        status: 'executed',
        block_num: 7,
        summary: 'a calls b',
        msg: 'transaction',
      },
      'mainnet   a calls b  block 7  ok',
    ],
    [
      'a refusal',
      { level: 'info', chain: 'mainnet', status: 'refused', summary: 'overdrawn', msg: 'transaction' },
      'mainnet   refused: overdrawn',
    ],
    [
      'a refused request',
      {
        level: 'warn',
        requestId: 'r-1',
        method: 'POST',
        path: '/v1/tools/borrow',
        status: 400,
        ms: 2.41,
        reason: 'account: is required',
        msg: 'request',
      },
      'gateway   warning: borrow 400 2 ms: account: is required',
    ],
    [
      'a refused request of no tool',
      {
        ...{ level: 'warn', method: 'POST', path: '/v1/chain/get_block', status: 400, ms: 1 },
        msg: 'request',
      },
      'gateway   warning: POST /v1/chain/get_block 400 1 ms',
    ],
    ['fields', { level: 'info', network: 'testnet', size: 1, msg: 'set read' }, 'testnet   set read  size=1'],
    [
      'an error with its causes and without its stack',
      {
        level: 'error',
        err: { message: 'no node answered', stack: 'Error\n at x', cause: { message: 'refused' } },
        msg: 'failed',
      },
      'gateway   ERROR: failed  (no node answered: refused)',
    ],
  ])('a log line in a terminal shows %s', async (_what, record, expected) => {
    const { humanLine } = await load();
    expect(humanLine('gateway', JSON.stringify({ time: TIME, ...record }), false)).toBe(
      `${clock}  ${expected}`,
    );
  });

  it('a log line of a warning is coloured only where colours are wanted', async () => {
    const { humanLine } = await load();
    const line = JSON.stringify({ level: 'warn', time: TIME, msg: 'careful' });
    expect(humanLine('gateway', line, true)).toContain('\u001b[33m');
    expect(humanLine('gateway', line, false)).not.toContain('\u001b');
  });

  it('a sampled request that succeeded has no line', async () => {
    const { humanLine } = await load();
    const record = {
      level: 'info',
      time: TIME,
      method: 'GET',
      path: '/',
      status: 200,
      ms: 1,
      msg: 'request',
    };
    expect(humanLine('gateway', JSON.stringify(record), false)).toBeUndefined();
  });

  const COLUMNS = 80;

  it('a refused request is one line of the terminal, however many things are wrong', async () => {
    const { humanLine } = await load();
    const record = {
      ...{ level: 'warn', time: TIME, method: 'POST', path: '/v1/tools/place_order', status: 400, ms: 23 },
      reason: 'unknown field "pairs"; did you mean "pair"?; pair: is required; side: is required',
      msg: 'request',
    };
    const line = JSON.stringify(record);
    const whole = `${clock}  gateway   warning: place_order 400 23 ms: ${record.reason}`;
    expect(humanLine('gateway', line, false)).toBe(whole);
    // a terminal of a container or a recorder may report no size
    expect(humanLine('gateway', line, false, 0)).toBe(whole);
    expect(humanLine('gateway', line, false, COLUMNS)).toBe(`${whole.slice(0, COLUMNS - 1)}…`);
  });

  it('a log line that is longer than the terminal continues below its text, and loses nothing', async () => {
    const { humanLine } = await load();
    const msg = 'the contract profile differs from the chain in the tables that this long sentence names';
    const line = JSON.stringify({ level: 'error', time: TIME, msg });
    const shown = humanLine('gateway', line, false, COLUMNS) ?? '';
    const lines = shown.split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(COLUMNS);
    expect(lines.slice(1).every((text) => /^ {20}\S/.test(text))).toBe(true);
    expect(lines.map((text) => text.trim()).join(' ')).toBe(`${clock}  gateway   ERROR: ${msg}`);
  });

  it('a log line has no control characters of the terminal', async () => {
    const { humanLine } = await load();
    const record = { level: 'info', time: TIME, msg: 'a\u001b[2Jb\u202Ec\nd' };
    expect(humanLine('gateway', JSON.stringify(record), true)).toBe(`${clock}  gateway   a [2Jb c d`);
  });

  it('a line that is not of the log is printed unchanged', async () => {
    const { humanLine } = await load();
    for (const line of ['plain text', '{"a":1}', '[', '12']) expect(humanLine('x', line, true)).toBe(line);
  });
});
