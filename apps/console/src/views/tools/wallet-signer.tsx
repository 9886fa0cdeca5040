import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { config, type NetworkFacts } from '../../gateway/config';
import { developmentKeyOf } from '../../gateway/development-key';
import { callNode } from '../../gateway/routes';
import type { WalletAnswer, WalletRequest } from '../../gateway/wallet-messages';
import { WalletWindow } from '../../gateway/wallet-window';
import { visibleText } from '../../values/visible-text';

interface WalletSignerProps {
  readonly network: NetworkFacts;
  readonly chainId: string;
  /** `account@permission` */
  readonly signer: string;
  /** The checked bytes. */
  readonly packed: string;
  readonly contracts: readonly string[];
  /** How other bytes differ from the form. */
  readonly differencesOf: (packed: string) => readonly string[];
  readonly signatures: Signal<string>;
}

/** Whether there is a wallet for the window: one with development keys, or those that answer through a relay. */
export const hasWallet = ({ has_development_routes }: NetworkFacts): boolean =>
  has_development_routes || config().wallet_relay !== null;

/** @throws ToolError, and Error where a development chain publishes no key of the signer */
async function requestOf({
  network: { name: network, has_development_routes },
  ...of
}: Omit<WalletSignerProps, 'signatures' | 'differencesOf'>): Promise<WalletRequest> {
  const { chainId, signer, packed, contracts } = of;
  const [key, abis] = await Promise.all([
    has_development_routes ? developmentKeyOf(network, signer) : undefined,
    Promise.all(
      [...new Set(contracts)].map(async (account) => {
        const { abi } = await callNode<{ abi: unknown }>(network, '/v1/chain/get_abi', {
          account_name: account,
        });
        return { account, abi };
      }),
    ),
  ]);
  const relay = config().wallet_relay ?? undefined;
  return { network, chainId, signer, packed, abis, developmentKey: key?.private_key, relay };
}

type Outcome =
  | { readonly state: 'none' | 'waiting' | 'signed' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'changed'; readonly differences: readonly string[] };

/** The button that has a wallet sign in a window of its own. Signatures of other bytes are not taken. */
export function WalletSigner({ signatures, ...of }: WalletSignerProps): JSX.Element {
  const outcome = useSignal<Outcome>({ state: 'none' });
  const opened = useRef<WalletWindow | undefined>(undefined);
  useEffect(() => () => opened.current?.close(), []);
  const take = (answer: WalletAnswer) => {
    if (answer.kind === 'failed') outcome.value = { state: 'failed', message: answer.message };
    else if (answer.packed !== of.packed) {
      const differences = of.differencesOf(answer.packed);
      outcome.value = { state: 'changed', differences };
    } else {
      signatures.value = answer.signatures.join('\n');
      outcome.value = { state: 'signed' };
    }
  };
  const sign = () => {
    opened.current?.close();
    signatures.value = '';
    try {
      const wallet = new WalletWindow();
      opened.current = wallet;
      outcome.value = { state: 'waiting' };
      void wallet.sign(requestOf(of)).then((answer) => {
        if (opened.current === wallet) take(answer);
      });
    } catch (error) {
      outcome.value = { state: 'failed', message: (error as Error).message };
    }
  };
  return (
    <div>
      <h3>In a wallet window</h3>
      <p>
        <button type="button" onClick={sign}>
          Sign in a wallet window
        </button>
      </p>
      <Status outcome={outcome.value} />
    </div>
  );
}

function Status({ outcome }: { outcome: Outcome }): JSX.Element | null {
  switch (outcome.state) {
    case 'none':
      return null;
    case 'waiting':
      return <p class="muted">The wallet window is open.</p>;
    case 'signed':
      return <p class="success">The wallet signed these bytes: push the transaction.</p>;
    case 'failed':
      return (
        <p class="problem" role="alert">
          No signature: {visibleText(outcome.message)}
        </p>
      );
    case 'changed':
      return (
        <div class="problem" role="alert">
          <strong>The wallet signed another transaction. Its signatures are not taken.</strong>
          <ul>
            {outcome.differences.map((difference) => (
              <li key={difference}>{visibleText(difference)}</li>
            ))}
          </ul>
        </div>
      );
  }
}
