import type { GetVaultAnswer } from '@app/client';
import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { ToolError } from '../../gateway/request';
import { callTool } from '../../gateway/tools';
import { Copy, Id } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { Qr } from '../../ui/qr';
import { AccountLink } from '../../ui/values';
import { known } from './known';
import type { OfAccount } from './of-account';

const EVERY_MS = 30_000;

/** The vault of an account. One without a vault is no failure. */
export function VaultPanel({ network, account }: OfAccount): JSX.Element {
  const vault = usePoll(`vault ${network} ${account}`, EVERY_MS, async () => {
    try {
      return await callTool(network, 'get_vault', { account });
    } catch (error) {
      if (error instanceof ToolError && error.status === 404) return null;
      throw error;
    }
  });
  return (
    <PolledPanel
      title="Vault"
      state={vault}
      isEmpty={(answer) => answer === null || answer.vault_name === null}
      empty="No vault."
    >
      {(answer) => (answer === null ? null : <VaultFacts network={network} vault={answer} />)}
    </PolledPanel>
  );
}

const VaultFacts = ({ network, vault }: { network: string; vault: GetVaultAnswer }): JSX.Element => (
  <>
    <Facts
      rows={[
        ['Vault', <AccountLink network={network} of={vault.vault_name ?? ''} />],
        ['Collateral', known(vault.cbtc_balance, { symbol: 'CBTC' })],
        ['Can borrow', known(vault.borrowable_usdt, { symbol: 'USDT' })],
        ['Can withdraw', known(vault.withdrawable_cbtc, { symbol: 'CBTC' })],
        ['Liquidation at', known(vault.liquidation_price, { symbol: 'USDT' })],
        [
          'Bitcoin address',
          vault.btc_address === null ? (
            'none yet'
          ) : (
            <>
              <Id text={vault.btc_address} /> <Copy text={vault.btc_address} />
            </>
          ),
        ],
      ]}
    />
    {vault.btc_address === null ? null : (
      <details>
        <summary>QR code of the address</summary>
        <Qr text={`bitcoin:${vault.btc_address}`} label="QR code of the Bitcoin address" />
      </details>
    )}
  </>
);
