import { nameFromValue } from '@app/antelope';
import { Inject, Injectable } from '@nestjs/common';
import { permissionDocument } from '../answers/state-documents';
import { READER } from '../decoding/tokens';
import { nameOf } from '../parameters/filters';
import { badRequest } from '../parameters/history-error';
import { type Page, pageOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';
import type { PermissionRecord } from '../store/records';
import { keyBytes } from '../parameters/public-key';

const LIMITS = { unset: 100, max: 1000 };

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
    const records = await this.#permissionsOf(public_key, page);
    return {
      account_names: accountsOf(records),
      ...(details ? { permissions: records.map(permissionDocument) } : {}),
    };
  }

  /** /v1/history/get_key_accounts. */
  async getLegacyKeyAccounts(publicKey: unknown): Promise<object> {
    return {
      account_names: accountsOf(
        await this.#permissionsOf(publicKey, pageOf({}, { ...LIMITS, unset: LIMITS.max })),
      ),
    };
  }

  /** /v1/history/get_controlled_accounts. */
  async getControlledAccounts(account: unknown): Promise<object> {
    if (typeof account !== 'string')
      throw badRequest("body should have required property 'controlling_account'");
    const records = await this.reader.controlledPermissions(nameOf('controlling_account', account));
    return { controlled_accounts: accountsOf(records) };
  }

  async #permissionsOf(publicKey: unknown, page: Page): Promise<readonly PermissionRecord[]> {
    return (await this.reader.keyPermissions(keyBytes(publicKey), page)).items;
  }
}

/** Owners, each once. */
const accountsOf = (records: readonly PermissionRecord[]): string[] => [
  ...new Set(records.map(({ owner }) => nameFromValue(owner))),
];
