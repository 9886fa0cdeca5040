import type { LinkWrite } from './block-writes';
import type { NativeRow } from './contract-rows';

export const linkWrites = (rows: readonly NativeRow<'permission_link'>[]): LinkWrite[] =>
  rows.map(({ present, row: { account, code, messageType, requiredPermission } }) => ({
    account,
    code,
    action: messageType,
    permission: present ? requiredPermission : undefined,
  }));
