import { isGreeting, newNonce, walletAnswer } from './wallet-messages';

const ORIGIN = 'https://gateway.example';
const WINDOW = {};
const NONCE = newNonce();
const READY = { origin: ORIGIN, source: WINDOW as never, data: { kind: 'ready', nonce: NONCE } as unknown };

describe('messages of the wallet window', () => {
  beforeAll(() => {
    Object.assign(globalThis, { location: { origin: ORIGIN } });
  });

  it('a nonce is another one each time', () => {
    const nonces = Array.from({ length: 100 }, newNonce);
    expect(new Set(nonces).size).toBe(100);
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  });

  it('a message of the window, of this origin and with the nonce, is a greeting', () => {
    expect(isGreeting(READY, 'ready', WINDOW, NONCE)).toBe(true);
  });

  it.each([
    ['of another origin', { origin: 'https://other.example' }],
    ['of a page without an origin', { origin: 'null' }],
    ['of another window', { source: {} as never }],
    ['with another nonce', { data: { kind: 'ready', nonce: newNonce() } }],
    ['without a nonce', { data: { kind: 'ready' } }],
    ['of another kind', { data: { kind: 'request', nonce: NONCE } }],
    ['without content', { data: null }],
    ['that is a text', { data: 'ready' }],
  ])('a message %s is no greeting', (_what, changed) => {
    expect(isGreeting({ ...READY, ...changed }, 'ready', WINDOW, NONCE)).toBe(false);
  });

  it('no message is a greeting where no nonce is expected', () => {
    expect(isGreeting({ ...READY, data: { kind: 'ready', nonce: '' } }, 'ready', WINDOW, '')).toBe(false);
  });

  it.each([
    [undefined],
    ['signed'],
    [{ kind: 'signed', packed: '00' }],
    [{ kind: 'signed', packed: '00', signatures: [] }],
    [{ kind: 'signed', packed: '00', signatures: [1] }],
    [{ kind: 'signed', packed: 1, signatures: ['SIG_K1_x'] }],
    [{ kind: 'other', packed: '00', signatures: ['SIG_K1_x'] }],
  ])('the answer %j is a failure', (data) => {
    expect(walletAnswer(data)).toEqual({ kind: 'failed', message: 'the window sent no answer' });
  });
});
