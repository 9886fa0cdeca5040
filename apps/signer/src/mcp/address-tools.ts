import { type GatewayClient, ToolError } from '@app/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { OwnAddresses } from '../addresses/own-addresses';
import type { Policy } from '../policy/policy';
import { Refusal } from '../refusal';
import { answered, failed } from './answers';
import { withoutAddresses, withoutAddressesIn } from '../without-addresses';

/** Below the time that clients of MCP wait for an answer. */
const ADDRESS_WAIT_MS = 15_000;
const ownInput = z.strictObject({
  account: z.string().optional().describe('The account of this signer: no other one is shown'),
  network: z.string().optional(),
});

/**
 * The tools that show Bitcoin addresses, as two of the owner's nodes have them in an irreversible row. Statements of the
 * gateway stand apart from them.
 */
export function registerAddresses(
  mcp: McpServer,
  { file }: Policy,
  addresses: OwnAddresses,
  client: GatewayClient,
): void {
  const readOnly = { annotations: { readOnlyHint: true } };
  const source = 'as two nodes of the owner have it in an irreversible row';
  mcp.registerTool(
    'get_deposit_address',
    { ...readOnly, inputSchema: ownInput, description: `The Bitcoin address of ${file.account}, ${source}.` },
    async ({ account = file.account, network = file.network }) => {
      if (account !== file.account || network !== file.network)
        return failed(`refused (arguments): this signer shows the address of ${file.account} alone`);
      try {
        return answered(await addresses.deposit(ADDRESS_WAIT_MS));
      } catch (error) {
        if (error instanceof Refusal) return failed(`refused (${error.rule}): ${error.message}`);
        throw error;
      }
    },
  );
  mcp.registerTool(
    'get_vault',
    {
      ...readOnly,
      inputSchema: z.looseObject({ account: z.string() }),
      description: `by_own_nodes: vault_name and btc_address of the vault of ${file.account} ${source}. by_gateway: what the gateway says of the vault, unchecked.`,
    },
    async (input) => {
      try {
        const stated = withoutAddresses(await client.call('get_vault', input as never));
        const isOwn = input.account === file.account;
        return answered({
          by_gateway: stated,
          by_own_nodes: isOwn ? await vaultOf(addresses) : null,
        });
      } catch (error) {
        if (error instanceof ToolError) return failed(withoutAddressesIn(error.message));
        throw error;
      }
    },
  );
}

/** The address of the own vault; the reason in its place where it cannot be shown. */
async function vaultOf(addresses: OwnAddresses): Promise<object> {
  try {
    return await addresses.vault(ADDRESS_WAIT_MS);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { vault_name: null, btc_address: null, withheld: error.message };
  }
}
