import type { Json } from '@app/antelope';
import { BitcoinAddressError, type BitcoinNetwork, readBitcoinAddress } from '@app/bitcoin';
import { parseRows, type RowSource, rowName } from '@app/upstream';
import { z } from 'zod';

/** Parsers of a bridge's table of addresses; compiling one costs more than an answer. */
const addressRows = new Map<BitcoinNetwork, ReturnType<typeof compileAddressRow>>();

function addressRow(network: BitcoinNetwork): ReturnType<typeof compileAddressRow> {
  const known = addressRows.get(network) ?? compileAddressRow(network);
  addressRows.set(network, known);
  return known;
}

const compileAddressRow = (network: BitcoinNetwork) =>
  z.object({
    account: rowName,
    btc_address: z.string().transform((text, context) => {
      if (text === '') return null;
      try {
        return readBitcoinAddress(text, network);
      } catch (error) {
        if (!(error instanceof BitcoinAddressError)) throw error;
        context.addIssue({ code: 'custom', message: error.message });
        return z.NEVER;
      }
    }),
  });

/**
 * The address in the rows read for a name; null when there is none yet. Bitcoin is going to be sent there:
 * a row of another account is no answer, whatever the bounds were.
 * @throws UnreadableRowError, also for an address that is none of the network's.
 */
export function addressOf({
  table,
  rows,
  name,
  bitcoinNetwork,
}: {
  readonly table: RowSource;
  readonly rows: readonly Json[];
  readonly name: string;
  readonly bitcoinNetwork: BitcoinNetwork;
}): string | null {
  const own = parseRows(table, addressRow(bitcoinNetwork), rows).find(({ account }) => account === name);
  return own?.btc_address ?? null;
}
