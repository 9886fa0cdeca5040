import { MAX_REASON_CHARACTERS, reasonOf } from './failure-reason';

describe('the reason in a log line', () => {
  it('the reason in a log line names the causes', () => {
    const error = new Error('refused', { cause: new Error('by the node', { cause: 'overdrawn' }) });
    expect(reasonOf(error)).toBe('refused <- by the node <- overdrawn');
  });

  it('the reason has a message once that an error and its cause share', () => {
    const error = new Error('account carol does not exist', {
      cause: new Error('account carol does not exist', { cause: new Error('unknown key') }),
    });
    expect(reasonOf(error)).toBe('account carol does not exist <- unknown key');
  });

  it('the reason has the message of a cause once when the error quotes it', () => {
    const error = new Error('alice@active needs another key (the chain: irrelevant signatures)', {
      cause: new Error('irrelevant signatures', { cause: new Error('unknown key') }),
    });
    expect(reasonOf(error)).toBe(
      'alice@active needs another key (the chain: irrelevant signatures) <- unknown key',
    );
  });

  it('the reason in a log line ends on causes that go round in a circle', () => {
    const error = new Error('again');
    error.cause = error;
    expect(reasonOf(error).split(' <- ').length).toBeLessThan(10);
  });

  it('the reason in a log line is never longer than its bound', () => {
    const long = 'x'.repeat(3_000);
    const reason = reasonOf(new Error(long, { cause: new Error(`because ${long}`) }));
    expect(reason).toHaveLength(MAX_REASON_CHARACTERS);
    expect(reason.endsWith('x...')).toBe(true);
  });
});
