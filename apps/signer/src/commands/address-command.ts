import { OwnAddresses } from '../addresses/own-addresses';
import { FileError } from '../private-file';
import { visibleJson } from '../visible-json';
import type { Command } from './options';
import { readPassphrase } from './passphrase';

/** Blocks become irreversible within minutes on a healthy chain. */
const ADDRESS_WAIT_MS = 300_000;

/** The command that shows Bitcoin addresses. */
export const ADDRESS_COMMANDS: Readonly<Record<string, Command>> = {
  address: async (options, folder, [of = 'deposit']) => {
    if (of !== 'deposit' && of !== 'vault') throw new FileError(`address | address vault: ${of} is unknown`);
    const { policy, ledger } = await folder.open(await readPassphrase(options, folder));
    ledger.close();
    const addresses = new OwnAddresses(policy);
    return [visibleJson(await addresses[of](ADDRESS_WAIT_MS, options.account))];
  },
};
