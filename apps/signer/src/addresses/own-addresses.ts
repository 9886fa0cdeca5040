import { IrreversibleFacts } from '../chain/irreversible-facts';
import type { NodeTables } from '../chain/node-tables';
import type { Policy } from '../policy/policy';
import type { RuleTable } from '../policy/rule-tables';
import { shownAccounts } from '../policy/shown-accounts';
import { Refusal } from '../refusal';

/** Letters and digits of an address, in every form: no text of a node can say more. */
const ADDRESS = /^[A-Za-z0-9]{14,90}$/;

/** Where bitcoin is paid to, as nodes of the owner have it in an irreversible block. */
export interface OwnAddress {
  readonly account: string;
  /** Null while there is none. */
  readonly btc_address: string | null;
  readonly source: { readonly nodes: number; readonly block_num: number; readonly finality: 'irreversible' };
}

/** The address of the vault of the account. */
export interface VaultAddress extends OwnAddress {
  readonly vault_name: string | null;
}

/**
 * The Bitcoin addresses of the accounts that the policy names: the gateway is not asked, because who pays to a wrong
 * address loses the coins.
 */
export class OwnAddresses {
  readonly #facts: IrreversibleFacts;

  constructor(private readonly policy: Policy) {
    this.#facts = new IrreversibleFacts(policy);
  }

  /** @param account default: that of the policy. @throws Refusal */
  async deposit(waitMs: number, account = this.policy.file.account): Promise<OwnAddress> {
    this.#assertShown(account);
    const read = (tables: NodeTables) => addressOf(tables, 'deposit_addresses', account);
    const { value, ...source } = await this.#facts.read(`deposit ${account}`, read, waitMs);
    return { account, btc_address: value, source: sourceOf(source) };
  }

  /** @param account default: that of the policy. @throws Refusal */
  async vault(waitMs: number, account = this.policy.file.account): Promise<VaultAddress> {
    this.#assertShown(account);
    const read = async (tables: NodeTables) => {
      const rows = await tables.rows('vaults', { key: account });
      const vault = rows.find(({ owner }) => owner === account)?.['vault'];
      if (vault === undefined) return { vault_name: null, btc_address: null };
      const name = String(vault);
      return { vault_name: name, btc_address: await addressOf(tables, 'vault_addresses', name) };
    };
    const { value, ...source } = await this.#facts.read(`vault ${account}`, read, waitMs);
    return { account, ...value, source: sourceOf(source) };
  }

  #assertShown(account: string): void {
    const shown = shownAccounts(this.policy.file);
    if (!shown.includes(account))
      throw new Refusal(
        'arguments',
        `this signer shows ${shown.length === 0 ? 'no address' : `the address of ${shown.join(', ')} alone`}`,
      );
  }
}

const sourceOf = ({ nodes, blockNum }: { readonly nodes: number; readonly blockNum: number }) =>
  ({ nodes, block_num: blockNum, finality: 'irreversible' }) as const;

async function addressOf(tables: NodeTables, table: RuleTable, name: string): Promise<string | null> {
  // A row of another account is no answer, whatever the bounds were.
  const row = (await tables.rows(table, { key: name })).find(({ account }) => account === name);
  const address = row?.['btc_address'] ?? '';
  if (address === '') return null;
  if (typeof address !== 'string' || !ADDRESS.test(address))
    throw new RangeError(`the row of ${name} has no Bitcoin address`);
  return address;
}
