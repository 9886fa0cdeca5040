import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { developmentKeyOf } from '../../gateway/development-key';
import { Problem } from '../../ui/panel';
import { visibleText } from '../../values/visible-text';

interface SignerProps {
  readonly network: string;
  /** `account@permission` */
  readonly signer: string;
  readonly digest: string;
  readonly signatures: Signal<string>;
}

/** @throws Error for an account or a permission without a published key */
async function signed({ network, signer, digest }: Omit<SignerProps, 'signatures'>): Promise<string> {
  const [{ developmentSignature }, key] = await Promise.all([
    import('../../chain/development-signature'),
    developmentKeyOf(network, signer),
  ]);
  return developmentSignature(digest, key.private_key_hex);
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
