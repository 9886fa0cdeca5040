import { createLogger } from './logger';
import { NestLogger } from './nest-logger';

interface Line extends Record<string, unknown> {
  level: string;
  msg: string;
}

const capture = (logLevel: 'trace' | 'info') => {
  const lines: Line[] = [];
  const logger = createLogger(
    { logLevel, logBufferBytes: 65_536 },
    { write: (line) => lines.push(JSON.parse(line) as Line) },
  );
  return { lines, logger };
};

describe('the logger', () => {
  it('the logger prints an error with its chain of causes and none of its other members', () => {
    const { lines, logger } = capture('info');
    const cause = Object.assign(new Error('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      password: 'hunter2',
    });
    logger.error({ err: new Error('no node answered', { cause }), requestId: 'r-1' }, 'failed');
    expect(lines[0]).toMatchObject({
      level: 'error',
      msg: 'failed',
      requestId: 'r-1',
      err: {
        type: 'Error',
        message: 'no node answered',
        stack: expect.stringContaining('logger.spec') as string,
        cause: { type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
      },
    });
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('the logger cuts a message of 4096 characters or more, and a stack of 8192', () => {
    const { lines, logger } = capture('info');
    logger.error(
      { err: new Error('x'.repeat(100_000), { cause: new Error('y'.repeat(100_000)) }) },
      'failed',
    );
    expect(JSON.stringify(lines).length).toBeLessThan(2 * 4_096 + 8_192 + 500);
  });

  it('the logger ends a chain of causes that refers to itself', () => {
    const { lines, logger } = capture('info');
    const error = new Error('loop');
    error.cause = error;
    logger.error({ err: error }, 'failed');
    expect(lines).toHaveLength(1);
  });

  it('the logger keeps the start-up messages of the framework below info', () => {
    const { lines, logger } = capture('info');
    const nest = new NestLogger(logger);
    nest.log('Mapped {/health, GET} route', 'RouterExplorer');
    nest.warn('a route is registered twice', 'RouterExplorer');
    nest.error(new Error('boom'), 'ExceptionsHandler');
    // The start fails with this one: the program prints it.
    nest.error(new Error('no networks file'), undefined, 'ExceptionHandler');
    expect(lines.map(({ level, msg, context }) => [level, msg, context])).toEqual([
      ['warn', 'a route is registered twice', 'RouterExplorer'],
      ['error', 'boom', 'ExceptionsHandler'],
    ]);
  });
});
