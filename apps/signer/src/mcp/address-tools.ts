import { type GatewayClient, ToolError } from '@app/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { OwnAddresses } from '../addresses/own-addresses';
import type { Policy } from '../policy/policy';
import { shownAccounts } from '../policy/shown-accounts';
import { Refusal } from '../refusal';
import { answered, failed } from './answers';
import type { CallLimit } from './call-limit';
import { withoutAddresses, withoutAddressesIn } from '../without-addresses';

/** Below the time that clients of MCP wait for an answer. */
const ADDRESS_WAIT_MS = 15_000;
const ownInput = z.strictObject({
  account: z
    .string()
    .optional()
    .describe('Default: the account of this signer. Others only where its policy shows them'),
  network: z.string().optional(),
});

/** Sources of the addresses, and the limit of the session. */
interface AddressSources {
  readonly addresses: OwnAddresses;
  readonly client: GatewayClient;
  readonly limit: CallLimit;
}

/**
 * The tools that show Bitcoin addresses, as two of the owner's nodes have them in an irreversible row. Statements of the
 * gateway stand apart from them.
 */
export function registerAddresses(
  mcp: McpServer,
  { file }: Policy,
  { addresses, client, limit }: AddressSources,
): void {
  const readOnly = { annotations: { readOnlyHint: true } };
  const shown = shownAccounts(file);
  const names = shown.join(', ') || 'no account';
  const source = 'as two nodes of the owner have it in an irreversible row';
  mcp.registerTool(
    'get_deposit_address',
    { ...readOnly, inputSchema: ownInput, description: `The Bitcoin address of ${names}, ${source}.` },
    ({ account = file.account, network = file.network }) =>
      limit.run(async () => {
        if (network !== file.network)
          return failed(`refused (arguments): this signer is for ${file.network}`);
        try {
          return answered(await addresses.deposit(ADDRESS_WAIT_MS, account));
        } catch (error) {
          if (error instanceof Refusal) return failed(`refused (${error.rule}): ${error.message}`);
          throw error;
        }
      }),
  );
  mcp.registerTool(
    'get_vault',
    {
      ...readOnly,
      inputSchema: z.looseObject({ account: z.string() }),
      description: `by_own_nodes: vault_name and btc_address of the vault of ${names} ${source}. by_gateway: what the gateway says of the vault, unchecked.`,
    },
    (input) =>
      limit.run(async () => {
        try {
          const stated = withoutAddresses(await client.call('get_vault', input as never));
          const isShown = shown.includes(input.account);
          return answered({
            by_gateway: stated,
            by_own_nodes: isShown ? await vaultOf(addresses, input.account) : null,
          });
        } catch (error) {
          if (error instanceof ToolError) return failed(withoutAddressesIn(error.message));
          throw error;
        }
      }),
  );
}

/** The address of a vault; the reason in its place where it cannot be shown. */
async function vaultOf(addresses: OwnAddresses, account: string): Promise<object> {
  try {
    return await addresses.vault(ADDRESS_WAIT_MS, account);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { vault_name: null, btc_address: null, withheld: error.message };
  }
}
