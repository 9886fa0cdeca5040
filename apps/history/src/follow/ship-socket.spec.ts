import { ConnectError } from './follow-errors';
import { FOLLOW_DEFAULTS } from './follow-options';
import { ShipSocket } from './ship-socket';

describe('a connection to a state-history server', () => {
  it('an error names the server without user, password and query, which health would show', async () => {
    const url = 'ws://me:secret@127.0.0.1:1/path?key=secret';
    const connecting = ShipSocket.connect({ ...FOLLOW_DEFAULTS, url }, new AbortController().signal);
    const error: unknown = await connecting.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ConnectError);
    expect((error as ConnectError).message).toContain('ws://127.0.0.1:1/path: ');
    expect((error as ConnectError).message).not.toContain('secret');
  });
});
