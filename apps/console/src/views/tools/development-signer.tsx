import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { requestJson } from '../../gateway/request';
import { Problem } from '../../ui/panel';
import { visibleText } from '../../values/visible-text';

interface SignerProps {
  readonly network: string;
  /** `account@permission` */
  readonly signer: string;
  readonly digest: string;
  readonly signatures: Signal<string>;
}

interface DevelopmentAccount {
  readonly name: string;
  readonly permissions: readonly { readonly name: string; readonly private_key_hex: string }[];
}

/**
 * Signs with the key that a development chain publishes. The key is read for one signature and kept nowhere.
 * @throws Error for an account or a permission without such a key
 */
async function signed({ network, signer, digest }: Omit<SignerProps, 'signatures'>): Promise<string> {
  const [{ developmentSignature }, accounts] = await Promise.all([
    import('../../chain/development-signature'),
    requestJson<readonly DevelopmentAccount[]>(`/console/development/${network}/accounts`, { body: {} }),
  ]);
  const [name, permission] = signer.split('@');
  const key = accounts
    .find((each) => each.name === name)
    ?.permissions.find((each) => each.name === permission)?.private_key_hex;
  if (key === undefined) throw new Error(`the development chain publishes no key of ${signer}`);
  return developmentSignature(digest, key);
}

/** The button that signs on a development chain. */
export function DevelopmentSigner({ signatures, ...of }: SignerProps): JSX.Element {
  const error = useSignal<Error | undefined>(undefined);
  const sign = () => {
    error.value = undefined;
    signed(of).then(
      (signature) => (signatures.value = signature),
      (reason: unknown) => (error.value = reason as Error),
    );
  };
  return (
    <div>
      <h3>With its development key</h3>
      <p>
        <button type="button" onClick={sign}>
          Sign as {visibleText(of.signer)}
        </button>
      </p>
      {error.value === undefined ? null : <Problem error={error.value} />}
    </div>
  );
}
