import { type ActionAuthorization, nameToValue } from '@app/antelope';
import { encode } from '../sdk/abi/abi-type';
import type { ActionData } from '../sdk/action-data';
import type { ActionSignature } from '../sdk/action-signature';
import type { ContractContext } from '../sdk/contract-context';
import { ChainError, ensure } from '../sdk/errors/chain-error';
import { logEntry } from '../sdk/errors/log-entry';
import { ACTIVE } from '../sdk/permissions';
import type { PrivilegedAccess } from '../sdk/privileged-access';
import type { TableDefinition } from '../sdk/table';
import type { TableHandle } from '../sdk/table-handle';
import type { ExecutionRecord } from './execution-record';
import { PrivilegedExecution } from './privileged-execution';
import { RowAccess } from './row-access';
import { StoredTable } from './stored-table';
import type { ExecutionHost, TransactionFacts } from './transaction-run';

/** The running action, shared by the executions at all its receivers. */
export interface RunningAction {
  readonly act: ActionData;
  readonly host: ExecutionHost;
  readonly transaction: TransactionFacts;
  senderOf(ordinal: number): string;
  notify(account: string, creatorOrdinal: number): void;
  inline(sender: string, creatorOrdinal: number, act: ActionData): void;
}

/** The context of the code of one receiver. */
export class ActionExecution implements ContractContext {
  readonly #rows: RowAccess;

  constructor(
    private readonly action: RunningAction,
    readonly receiver: string,
    private readonly ordinal: number,
    private readonly record: ExecutionRecord,
  ) {
    this.#rows = new RowAccess(action.host.state.tables, record);
  }

  get firstReceiver(): string {
    return this.action.act.account;
  }

  get sender(): string {
    return this.action.senderOf(this.ordinal);
  }

  get nowMs(): number {
    return this.action.transaction.blockTimeMs;
  }

  get blockNum(): number {
    return this.action.transaction.blockNum;
  }

  get chainId(): string {
    return this.action.host.chainId;
  }

  isAccount(account: string): boolean {
    return this.action.host.state.accounts.has(account);
  }

  hasAuth(account: string): boolean {
    return this.action.act.authorization.some(({ actor }) => actor === account);
  }

  requireAuth(account: string): void {
    ensure(this.hasAuth(account), 'missingAuthorization', () =>
      logEntry('missing authority of ${account}', { account }),
    );
  }

  requirePermission({ actor, permission }: ActionAuthorization): void {
    ensure(
      this.action.act.authorization.some((level) => level.actor === actor && level.permission === permission),
      'missingAuthorization',
      () => logEntry('missing authority of ${account}/${permission}', { account: actor, permission }),
    );
  }

  notify(account: string): void {
    this.action.notify(account, this.ordinal);
  }

  inline<A>(
    account: string,
    signature: ActionSignature<A>,
    args: A,
    authorization: readonly ActionAuthorization[] = [{ actor: this.receiver, permission: ACTIVE }],
  ): void {
    const data = encode(signature.args, args);
    this.action.inline(this.receiver, this.ordinal, { account, name: signature.name, authorization, data });
  }

  table<R>(definition: TableDefinition<R>, scope: string | bigint, code = this.receiver): TableHandle<R> {
    const scopeValue = typeof scope === 'bigint' ? scope : nameToValue(scope);
    return new StoredTable(definition, this.#rows, { code, scope: scopeValue });
  }

  print(text: string): void {
    this.record.console += text;
  }

  privileged(): PrivilegedAccess {
    const { host, act, transaction } = this.action;
    ensure(
      !transaction.isReadOnly,
      'actionValidate',
      () => `${act.name} not allowed in read-only transaction`,
    );
    if (!host.state.accounts.get(this.receiver).isPrivileged) {
      throw new ChainError('unaccessibleApi', `${this.receiver} does not have permission to call this API`);
    }
    return new PrivilegedExecution(host.state, this.record, this.nowMs);
  }
}
