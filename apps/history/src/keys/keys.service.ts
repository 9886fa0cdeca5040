import { nameFromValue } from '@app/antelope';
import { Inject, Injectable } from '@nestjs/common';
import { type StateEnvelope, stateEnvelope } from '../answers/envelope';
import { permissionDocument } from '../answers/state-documents';
import { READER } from '../decoding/tokens';
import { nameOf } from '../parameters/filters';
import { badRequest } from '../parameters/history-error';
import { type Page, pageOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';
import type { PermissionPlace } from '../store/records';
import { keyBytes } from '../parameters/public-key';

const LIMITS = { unset: 100, max: 1000 };
/** The routes of /v1 have no page: the first permissions are read. */
const ALL: Page = { skip: 0, limit: LIMITS.max };

interface KeyQuery {
  readonly public_key?: unknown;
  readonly details?: boolean;
  readonly limit?: number;
  readonly skip?: number;
}

@Injectable()
export class KeysService {
  constructor(@Inject(READER) private readonly reader: HistoryReader) {}

  /** /v2/state/get_key_accounts; without the envelope, as its clients know it. */
  async getKeyAccounts({ public_key, details = false, ...parameters }: KeyQuery): Promise<object> {
    const page = pageOf(parameters, LIMITS);
    const key = keyBytes(public_key);
    const permissions = details ? (await this.reader.keyPermissions(key, page)).items : undefined;
    return {
      account_names: accountsOf(permissions ?? (await this.reader.keyPlaces(key, page)).items),
      permissions: permissions?.map(permissionDocument) ?? [],
      ...(await this.#incomplete()),
    };
  }

  /** /v1/history/get_key_accounts. */
  async getLegacyKeyAccounts(publicKey: unknown): Promise<object> {
    const { items } = await this.reader.keyPlaces(keyBytes(publicKey), ALL);
    return { account_names: accountsOf(items), ...(await this.#incomplete()) };
  }

  /** /v1/history/get_controlled_accounts. */
  async getControlledAccounts(account: unknown): Promise<object> {
    if (typeof account !== 'string')
      throw badRequest("body should have required property 'controlling_account'");
    const name = nameOf('controlling_account', account);
    const { items } = await this.reader.controlledPermissions(name, ALL);
    return { controlled_accounts: accountsOf(items), ...(await this.#incomplete()) };
  }

  /** Members that say that older keys are not known; none as a rule. */
  async #incomplete(): Promise<StateEnvelope> {
    return stateEnvelope(await this.reader.status());
  }
}

/** Owners, each once. */
const accountsOf = (records: readonly PermissionPlace[]): string[] => [
  ...new Set(records.map(({ owner }) => nameFromValue(owner))),
];
