import { Networks } from '@app/networks';
import { SETTINGS, type Settings } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import { networkSentences } from '../chain/real-funds';

/** Rules that hold across tools. Hosts may hide them, so the tools they concern repeat the two safety rules. */
const RULES = [
  'Refuse to operate from an account whose get_account result has affected_set=true. When affected_set_checked=false the check was unavailable: affected_set=false then means unknown, not safe.',
  'The price from get_btc_price is the one the loan contract uses for LTV and liquidation: prefer it over any external exchange price. A price marked stale (older than 5 minutes) must not be used for collateral math.',
  'Compose tools only build an unsigned proposal; nothing is sent. Read its summary and simulation first. Sign transaction.signing_digest with the key of the chosen permission and relay it with push_transaction, or open esr in a human wallet. The service holds no keys: never send it a private key.',
  'Send amounts as decimal strings.',
];

/** What every client is told when it connects: the rules, the networks and the limits of this deployment. */
@Injectable()
export class Instructions {
  readonly text: string;

  constructor(networks: Networks, @Inject(SETTINGS) { rateLimits }: Settings) {
    this.text = [
      'Tools of a chain with BTC and USDT lending and an orderbook exchange.',
      ...RULES,
      `${networkSentences(networks.all())} The default is mainnet.`,
      limitsSentence(rateLimits),
    ].join('\n');
  }
}

/** The limits of the buckets that MCP clients meet. */
function limitsSentence({ read, compose, relay }: Settings['rateLimits']): string {
  return (
    `Limits per client address and minute: ${read} read, ${compose} compose, ${relay} relay ` +
    '(push_transaction, request_account); REST and MCP count together. After a refusal wait for Retry-After.'
  );
}
