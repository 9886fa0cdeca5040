import { ActionsQuery, AnyMember, TextParameter, V1ActionsBody } from '@app/node-api';

/** Documented parameters; members of the action document are conditions as well. */
export class HistoryActionsQuery extends ActionsQuery {
  @TextParameter({ description: '`next_cursor` of the page before: continues behind it, however far' })
  cursor?: string;
}

export class LegacyActionsBody extends V1ActionsBody {
  @AnyMember({ description: 'Accepted; `hex_data` is always there' }, { type: 'boolean' })
  hex_data?: unknown;
}
