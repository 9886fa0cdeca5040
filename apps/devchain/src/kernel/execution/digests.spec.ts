import { actDigest, receiverDigest } from './digests';

describe('digests of actions', () => {
  const act = {
    account: 'btc.token',
    name: 'transfer',
    authorization: [{ actor: 'alice', permission: 'active' }],
    data: Uint8Array.of(1, 2, 3),
  };

  it('receiverDigest is the digest of the action with the return value of each receiver in turn', () => {
    for (const returned of [[], [1], [], [2, 3], []]) {
      const returnValue = Uint8Array.from(returned);
      expect(receiverDigest(act, returnValue)).toBe(actDigest(act, returnValue).toString('hex'));
    }
  });

  it('receiverDigest differs for an equal action with other data', () => {
    const other = { ...act, data: Uint8Array.of(1, 2, 4) };
    expect(receiverDigest(other, new Uint8Array())).not.toBe(receiverDigest(act, new Uint8Array()));
  });
});
