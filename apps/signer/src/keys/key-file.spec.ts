import crypto from 'node:crypto';
import {
  parsePublicKey,
  privateKeyText,
  publicKeyOf,
  publicKeyText as textByLibrary,
  sha256,
} from '@app/antelope';
import { PrivateKey } from '@wharfkit/antelope';
import { policyHash } from '../policy/policy';
import { deriveCheaply } from '../testing/cheap-scrypt';
import { makeKeyFile, openKeyFile, publicKeyIn, resealKeyFile, sealedTextsIn } from './key-file';
import { publicKeyText } from './public-key-text';

const TEXTS = { policy: 'policy one', profile: 'profile' };
const OTHER_TEXTS = { policy: 'policy two', profile: 'profile' };
const [HASH, OTHER_HASH] = [policyHash(TEXTS), policyHash(OTHER_TEXTS)];
const secretOf = (seed: string): Uint8Array => sha256(Buffer.from(seed));

describe('a key file whose key is derived at the cost that it states', () => {
  afterEach(() => jest.restoreAllMocks());

  it('a key opens with its passphrase and policy, and signs as the key that was put in', async () => {
    const derivations = jest.spyOn(crypto, 'scrypt');
    const text = await makeKeyFile(secretOf('one'), 'correct horse', TEXTS);
    const { signer, macKey } = await openKeyFile(text, 'correct horse', HASH);
    const key = PrivateKey.from(privateKeyText({ type: 'K1', bytes: secretOf('one') }));
    expect(publicKeyIn(text)).toBe(String(key.toPublic()));
    const digest = secretOf('digest');
    const signature = await signer.sign(digest);
    expect(signature).toMatch(/^0[0-3][0-9a-f]{128}$/);
    expect(macKey).toHaveLength(32);
    const cost = { N: 131_072, r: 8, p: 1 };
    expect(JSON.parse(text)).toMatchObject({ kdf: cost });
    expect(derivations.mock.calls.map(([, , , options]) => options)).toMatchObject([cost, cost]);
  });
});

describe('a key file', () => {
  let text: string;
  afterAll(() => jest.restoreAllMocks());
  beforeAll(async () => {
    deriveCheaply();
    text = await makeKeyFile(secretOf('one'), 'correct horse', TEXTS);
  });

  it('a key does not open with another passphrase, or when a byte of the file changed', async () => {
    await expect(openKeyFile(text, 'wrong', HASH)).rejects.toThrow('the key does not open');
    const file = JSON.parse(text) as Record<string, string>;
    for (const member of ['sealed', 'tag', 'iv']) {
      const bytes = Buffer.from(file[member]!, 'base64');
      bytes[3]! ^= 1;
      const changed = JSON.stringify({ ...file, [member]: bytes.toString('base64') });
      await expect(openKeyFile(changed, 'correct horse', HASH)).rejects.toThrow('the key does not open');
    }
  });

  it('a key does not open under another policy, also where the file names that one', async () => {
    await expect(openKeyFile(text, 'correct horse', OTHER_HASH)).rejects.toThrow(
      'changed since it was sealed',
    );
    const named = text.replace(HASH, OTHER_HASH);
    await expect(openKeyFile(named, 'correct horse', OTHER_HASH)).rejects.toThrow('not the sealed one');
    const renamed = named.replace('policy one', 'policy two');
    await expect(openKeyFile(renamed, 'correct horse', OTHER_HASH)).rejects.toThrow('the key does not open');
  });

  it('a key file has the policy that it is bound to', () => {
    expect(sealedTextsIn(text)).toEqual(TEXTS);
    expect(() => sealedTextsIn(text.replace('policy one', 'policy two'))).toThrow('not the sealed one');
  });

  it('a key is sealed again for another policy with its passphrase alone', async () => {
    await expect(resealKeyFile(text, 'wrong', OTHER_TEXTS)).rejects.toThrow('the key does not open');
    const again = await resealKeyFile(text, 'correct horse', OTHER_TEXTS);
    const { macKey } = await openKeyFile(again, 'correct horse', OTHER_HASH);
    expect(macKey).toEqual((await openKeyFile(text, 'correct horse', HASH)).macKey);
  });

  it('a key file with weaker parameters or another form is refused, and a made key is erased', async () => {
    await expect(openKeyFile(text.replace('131072', '2'), 'correct horse', HASH)).rejects.toThrow(
      'another form',
    );
    await expect(openKeyFile('{}', 'x', HASH)).rejects.toThrow('another form');
    await expect(openKeyFile('no', 'x', HASH)).rejects.toThrow('no JSON');
    const secret = secretOf('two');
    expect(await makeKeyFile(secret, 'x', TEXTS)).not.toContain(
      Buffer.from(secretOf('two')).toString('base64'),
    );
    expect(secret).toEqual(new Uint8Array(32));
  });

  it('publicKeyText writes keys as libs/antelope does', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const key = publicKeyOf({ type: 'K1', bytes: secretOf(String(seed)) });
      const ours = publicKeyText(Buffer.from(key.bytes).toString('hex'));
      expect(ours).toBe(textByLibrary(key));
      expect(parsePublicKey(ours)).toEqual(key);
    }
  });
});
