import crypto from 'node:crypto';

/**
 * Derives keys from passphrases at 1/128 of the cost of a guess, until the end of the spec file. Key files state the real
 * cost, which key-file.spec holds; the processes of test/signer derive at it in the long form.
 */
export function deriveCheaply(): void {
  const { scrypt } = crypto;
  jest.spyOn(crypto, 'scrypt').mockImplementation((passphrase, salt, length, options, done) => {
    scrypt(passphrase, salt, length, { ...options, N: Number(options.N) / 128 }, done);
  });
}
