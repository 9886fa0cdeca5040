import type { Accounts } from '../accounts/accounts';
import type { OpenProposal } from '../blocks/schedules';
import type { ResourceLedger } from '../resources/resource-ledger';
import type { TableStore } from '../store/table-store';
import type { ChainConfig } from './chain-config';

/** Read access to the whole state of a chain between two blocks, for those who keep a record of it. */
export interface StateView {
  readonly config: ChainConfig;
  readonly accounts: Pick<Accounts, 'all' | 'find' | 'size'>;
  readonly tables: Pick<TableStore, 'find' | 'tables'>;
  /** Copies. */
  readonly resources: ReturnType<ResourceLedger['save']>;
  /** The accounts with code of their own, that exist or will. */
  readonly contracts: ReadonlySet<string>;
  /** Producers that wait to become the pending schedule. */
  readonly proposal?: OpenProposal;
}
