import { existsSync } from 'node:fs';
import path from 'node:path';
import { openKeyFile, policyHashIn, type OpenKey } from '../keys/key-file';
import type { Ledger, LedgerPlace } from '../ledger/ledger';
import { type Policy, readPolicy } from '../policy/policy';
import { FileError, readOwnFile } from '../private-file';
import type { Sender } from '../sending/sender';

/** Files of one signer: one key, one policy. */
export class SignerFolder {
  constructor(readonly folder: string) {}

  get policyFile(): string {
    return path.join(this.folder, 'policy.yaml');
  }

  get profileFile(): string {
    return path.join(this.folder, 'profile.yaml');
  }

  get keyFile(): string {
    return path.join(this.folder, 'key.json');
  }

  get ledgerFile(): string {
    return path.join(this.folder, 'ledger.db');
  }

  /** The log with its newest entry, which the policy may keep at another place. */
  ledgerPlace({ file }: Policy): LedgerPlace {
    return { file: this.ledgerFile, headFile: file.log_head ?? `${this.ledgerFile}.head` };
  }

  /** @throws FileError, PolicyError */
  policy(): Policy {
    if (!existsSync(this.policyFile))
      throw new FileError(`${this.policyFile} does not exist: signer init makes it`);
    return readPolicy(readOwnFile(this.policyFile), readOwnFile(this.profileFile));
  }

  assertNone(file: string): void {
    if (existsSync(file)) throw new FileError(`${file} exists`);
  }

  /**
   * Opens the key under the policy of now, and the log with it.
   * @param isPutBack see LedgerPlace; @param policy that of the folder, where it was read before
   */
  async open(
    passphrase: string,
    {
      isPutBack = false,
      policy = this.policy(),
    }: { readonly isPutBack?: boolean; readonly policy?: Policy } = {},
  ): Promise<OpenSigner> {
    // The key takes half a second, on another thread: what else is needed is loaded meanwhile.
    const [key, { Ledger }, { Sender }] = await Promise.all([
      openKeyFile(readOwnFile(this.keyFile), passphrase, policy.hash),
      import('../ledger/ledger.js'),
      import('../sending/sender.js'),
    ]);
    const ledger = new Ledger({ ...this.ledgerPlace(policy), isPutBack }, key.macKey, policy.caps);
    const isSealed = () =>
      existsSync(this.keyFile) && policyHashIn(readOwnFile(this.keyFile)) === policy.hash;
    return { policy, key, ledger, sender: new Sender(policy, ledger, key, isSealed) };
  }
}

/** A signer that can sign. */
export interface OpenSigner {
  readonly policy: Policy;
  readonly key: OpenKey;
  readonly ledger: Ledger;
  readonly sender: Sender;
}
