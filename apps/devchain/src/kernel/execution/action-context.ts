import { type ActionAuthorization, nameToValue } from '@app/antelope';
import { encode } from '../sdk/abi/abi-type';
import { checkAuthorization } from '../accounts/authorization';
import type { Accounts } from '../accounts/accounts';
import { ACTIVE, type Permissions } from '../accounts/permissions';
import type { ChainConfig } from '../state/chain-config';
import { ChainError, ensure } from '../sdk/errors/chain-error';
import { logEntry } from '../sdk/errors/log-entry';
import type { ProducerRecord } from '../state/records';
import type { ActionSignature } from '../sdk/action';
import type { TableDefinition } from '../sdk/table';
import type { ResourceLedger } from '../resources/resource-ledger';
import type { ActionData, RowDelta } from './trace';
import type { ActionRun } from './action-run';
import { RowAccess } from './row-access';
import { TableHandle } from './table-handle';

/** State that privileged code may access beyond its own tables. */
export interface PrivilegedAccess {
  readonly accounts: Accounts;
  readonly permissions: Permissions;
  readonly resources: ResourceLedger;
  readonly addRam: (account: string, bytes: number) => void;
  /** Fails the transaction at its end when the account uses more RAM than it has then. */
  readonly checkRam: (account: string) => void;
  /** Makes these the producers once that is final. */
  readonly proposeProducers: (producers: readonly ProducerRecord[]) => void;
  /** Fails the transaction unless these permissions and the delay, without any key, suffice for the actions. */
  readonly requireAuthorization: (
    actions: readonly ActionData[],
    permissions: readonly ActionAuthorization[],
    delaySec: number,
  ) => void;
}

/** The interface of contract code to the chain, one per receiver. All calls are synchronous. */
export class ActionContext {
  private output = '';
  private writes = 0;
  private readonly ramByAccount = new Map<string, number>();
  private readonly rows: RowAccess;

  constructor(
    private readonly run: ActionRun,
    /** The account whose code runs. */
    readonly receiver: string,
    private readonly ordinal: number,
  ) {
    this.rows = new RowAccess(run.host.state.tables, this);
  }

  /** The account whose action it is; another than the receiver in a notification. */
  get firstReceiver(): string {
    return this.run.act.account;
  }

  get act(): ActionData {
    return this.run.act;
  }

  /** The account whose code sent this inline action, '' for an action of the transaction itself. */
  get sender(): string {
    return this.run.senderOf(this.ordinal);
  }

  /** Time of the block, milliseconds since 1970. */
  get nowMs(): number {
    return this.run.transaction.blockTimeMs;
  }

  get chainId(): string {
    return this.run.host.chainId;
  }

  /** The consensus parameters in force. */
  get config(): ChainConfig {
    return this.run.host.state.config;
  }

  get blockNum(): number {
    return this.run.transaction.blockNum;
  }

  get transactionId(): string {
    return this.run.transaction.id;
  }

  get isReadOnly(): boolean {
    return this.run.transaction.isReadOnly;
  }

  get console(): string {
    return this.output;
  }

  /** Rows this execution put in, changed or took out. */
  get rowWrites(): number {
    return this.writes;
  }

  /** RAM this execution added or freed, by account. */
  get ramDeltas(): ReadonlyMap<string, number> {
    return this.ramByAccount;
  }

  isAccount(account: string): boolean {
    return this.run.host.state.accounts.has(account);
  }

  hasAuth(account: string): boolean {
    return this.act.authorization.some(({ actor }) => actor === account);
  }

  requireAuth(account: string): void {
    ensure(this.hasAuth(account), 'missingAuthorization', () =>
      logEntry('missing authority of ${account}', { account }),
    );
  }

  requirePermission({ actor, permission }: ActionAuthorization): void {
    ensure(
      this.act.authorization.some((level) => level.actor === actor && level.permission === permission),
      'missingAuthorization',
      () => logEntry('missing authority of ${account}/${permission}', { account: actor, permission }),
    );
  }

  /** Has the action run at another account, too, once, after this execution. */
  notify(account: string): void {
    this.run.notify(account, this.ordinal);
  }

  /** Sends an action, authorized by the receiver's `active` by default, to run after all notifications. */
  inline<A>(
    account: string,
    signature: ActionSignature<A>,
    args: A,
    authorization: readonly ActionAuthorization[] = [{ actor: this.receiver, permission: ACTIVE }],
  ): void {
    const data = encode(signature.args, args);
    this.run.inline(this.receiver, this.ordinal, { account, name: signature.name, authorization, data });
  }

  /** A table of the receiver, or of `code` to read from. A scope is an account name or a number. */
  table<R>(definition: TableDefinition<R>, scope: string | bigint, code = this.receiver): TableHandle<R> {
    const scopeValue = typeof scope === 'bigint' ? scope : nameToValue(scope);
    return new TableHandle(definition, this.rows, { code, scope: scopeValue });
  }

  /** Adds to the console output of this execution. */
  print(text: string): void {
    this.output += text;
  }

  /** For privileged accounts only. */
  privileged(): PrivilegedAccess {
    const { accounts, permissions, resources } = this.run.host.state;
    ensure(!this.isReadOnly, 'actionValidate', () => `${this.act.name} not allowed in read-only transaction`);
    if (!accounts.get(this.receiver).isPrivileged) {
      throw new ChainError('unaccessibleApi', `${this.receiver} does not have permission to call this API`);
    }
    const addRam = (account: string, bytes: number): void => {
      this.addRam(account, bytes);
    };
    const { undo, requests } = this.run.host.state;
    return {
      accounts,
      permissions,
      resources,
      addRam,
      checkRam: (account) => {
        this.run.checkRam(account);
      },
      proposeProducers: (producers) => undo.assign(requests, { producers }),
      requireAuthorization: (actions, permissions, delaySec) => {
        checkAuthorization(this.run.host.state, actions, { keys: [], permissions, delaySec });
      },
    };
  }

  addRam(account: string, bytes: number): void {
    if (bytes === 0) return;
    this.run.addRam(account, bytes);
    this.ramByAccount.set(account, (this.ramByAccount.get(account) ?? 0) + bytes);
  }

  addRowDelta(delta: RowDelta): void {
    this.writes++;
    this.run.addRowDelta(delta);
  }
}
