import { Accounts } from '../accounts/accounts';
import { Permissions } from '../accounts/permissions';
import type { ProducerRecord } from '../blocks/producer-record';
import { ResourceLedger } from '../resources/resource-ledger';
import { TableStore } from '../store/table-store';
import { UndoLog } from '../store/undo-log';
import { RecentTransactions } from '../transactions/recent-transactions';
import type { ChainConfig } from './chain-config';

/** All state that a transaction can change. Block data is kept elsewhere. */
export class ChainState {
  readonly undo = new UndoLog();
  readonly tables = new TableStore(this.undo);
  readonly accounts = new Accounts(this.undo);
  readonly permissions = new Permissions(this.accounts, this.undo);
  readonly recentTransactions = new RecentTransactions(this.undo);
  readonly resources: ResourceLedger;
  /** Counters over the whole chain. */
  readonly counters = { globalSequence: 0 };
  /** Producers that the open block proposes. */
  readonly requests: { producers?: readonly ProducerRecord[] } = {};

  constructor(readonly config: ChainConfig) {
    this.resources = new ResourceLedger(this.accounts, this.undo, config);
  }

  save() {
    const { counters, accounts, tables, recentTransactions, resources } = this;
    return {
      counters: { ...counters },
      accounts: accounts.save(),
      tables: tables.save(),
      recentTransactions: recentTransactions.save(),
      resources: resources.save(),
    };
  }

  load(saved: ReturnType<ChainState['save']>): void {
    Object.assign(this.counters, saved.counters);
    delete this.requests.producers;
    this.accounts.load(saved.accounts);
    this.tables.load(saved.tables);
    this.recentTransactions.load(saved.recentTransactions);
    this.resources.load(saved.resources);
  }

  /** The producers a transaction of the open block proposed, once. */
  takeProposedProducers(): readonly ProducerRecord[] | undefined {
    const { producers } = this.requests;
    delete this.requests.producers;
    return producers;
  }
}
