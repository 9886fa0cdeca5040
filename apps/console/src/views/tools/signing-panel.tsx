import type { ProposalAnswer } from '@app/client';
import { type Signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { signingLink } from '../../chain/signing-link';
import type { NetworkFacts } from '../../gateway/config';
import { Copy, Id } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { Panel } from '../../ui/panel';
import { Qr } from '../../ui/qr';
import { DevelopmentSigner } from './development-signer';
import { PushPanel } from './push-panel';
import type { Sent } from './sent';
import { hasWallet, WalletSigner } from './wallet-signer';

/** What there is to sign. */
export interface SigningProps {
  readonly network: NetworkFacts;
  readonly proposal: ProposalAnswer;
  /** `account@permission`, by the bytes. */
  readonly signer: string;
  readonly contracts: readonly string[];
  /** How other bytes differ from the form. */
  readonly differencesOf: (packed: string) => readonly string[];
  readonly sent: Signal<Sent>;
}

/** The ways to sign a checked proposal. The link and the code are made of the checked bytes. */
export function SigningPanel({
  network,
  proposal,
  signer,
  contracts,
  differencesOf,
  sent,
}: SigningProps): JSX.Element {
  const { chain_id, packed_trx, signing_digest, transaction_id } = proposal.transaction;
  const link = signingLink(chain_id, packed_trx);
  const signatures = useSignal('');
  return (
    <Panel title="Sign">
      <div class="grid">
        <div>
          <h3>With a wallet on this machine or a phone</h3>
          <p>
            <a href={link}>Open the signing request</a> <Copy text={link} label="Copy the link" />
          </p>
          <Qr text={link} label="QR code of the signing request" />
          {network.has_development_routes ? (
            <DevelopmentSigner
              network={network.name}
              signer={signer}
              digest={signing_digest}
              signatures={signatures}
            />
          ) : null}
          {hasWallet(network) ? (
            <WalletSigner
              network={network}
              chainId={chain_id}
              signer={signer}
              packed={packed_trx}
              contracts={contracts}
              differencesOf={differencesOf}
              signatures={signatures}
            />
          ) : null}
        </div>
        <div>
          <h3>With a key elsewhere</h3>
          <Facts
            rows={[
              ['Digest', <Id text={signing_digest} />],
              ['', <Copy text={signing_digest} label="Copy the digest" />],
              ['Transaction', <Id text={transaction_id} />],
            ]}
          />
          <p class="muted">
            Sign the 32 bytes of the digest with the key of the permission; never enter a private key here.
            Paste the signatures, one a line:
          </p>
          <PushPanel network={network.name} packed={packed_trx} signatures={signatures} sent={sent} />
        </div>
      </div>
    </Panel>
  );
}
