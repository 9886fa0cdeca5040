import { TOOL_KINDS } from '@app/chain-tools';
import { Networks } from '@app/networks';
import { SETTINGS, type Settings } from '@app/operations';
import { limitText } from '@app/rate-limit';
import { CONTRACT, ToolCatalogue } from '@app/tooling';
import { Inject, Injectable } from '@nestjs/common';
import { networkSentences } from '../formatting/real-funds';
import { SERVER_INFO } from './server-info';

/** Rules that hold across tools. Hosts may hide them, so the tools they concern repeat the two safety rules. */
const RULES = [
  'Refuse to operate from an account whose get_account result has affected_set=true. When affected_set_checked=false the check was unavailable: affected_set=false then means unknown, not safe.',
  'The price from get_btc_price is the one the loan contract uses for LTV and liquidation: prefer it over any external exchange price. A price marked stale (older than 5 minutes) must not be used for collateral math.',
  'Compose tools only build an unsigned proposal; nothing is sent. Read its summary and simulation first. Sign transaction.signing_digest with the key of the chosen permission and relay it with push_transaction, or open esr in a human wallet. The service holds no keys: never send it a private key.',
  'Send amounts as decimal strings.',
  'Resources hold the signing guide (guide://signing), limits and relayed actions (guide://limits), networks and tokens (guide://networks), lending rules and tables per network; prompts guide whole tasks.',
];

/** Instructions for every client: the service, the rules, the networks and the limits. */
@Injectable()
export class ServerDescription {
  readonly info: typeof SERVER_INFO & { websiteUrl?: string };

  constructor(
    private readonly networks: Networks,
    private readonly catalogue: ToolCatalogue,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    const { publicUrl } = settings;
    this.info = publicUrl === undefined ? SERVER_INFO : { ...SERVER_INFO, websiteUrl: publicUrl };
  }

  /** Names the features of the tools, which are known when the application is initialized. */
  get instructions(): string {
    return [
      'Tools of a chain with BTC and USDT lending and an orderbook exchange.',
      ...RULES,
      describeSelection(this.catalogue.groups),
      `${networkSentences(this.networks.all())} The default is mainnet.`,
      describeLimits(this.settings.rateLimits),
    ].join('\n');
  }
}

/** How an address selects tools. */
function describeSelection(features: readonly string[]): string {
  return (
    `The query of the server's address narrows its tools: ?tools= with kinds (${TOOL_KINDS.join(', ')}), ` +
    `features (${features.join(', ')}) or names of tools, separated by commas. ?tools=read can only read, ?tools=${CONTRACT} leaves out the extensions.`
  );
}

/** The limits of the buckets that MCP clients meet. */
function describeLimits(limits: Settings['rateLimits']): string {
  const { read, compose, relay, 'relay-refused': refused, meta } = limits;
  return (
    `Limits per client address and minute: ${limitText(read)} read, ${limitText(compose)} compose, ` +
    `${limitText(relay)} relay (push_transaction, request_account; what is refused before it is sent counts apart, ` +
    `${limitText(refused)}), ${limitText(meta)} other MCP messages. REST and MCP count together. After a refusal wait as long as Retry-After says.`
  );
}
