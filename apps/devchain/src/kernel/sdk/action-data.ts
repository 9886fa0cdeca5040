import type { ActionAuthorization } from '@app/antelope';

/** An action with its arguments still encoded. */
export interface ActionData {
  account: string;
  name: string;
  authorization: readonly ActionAuthorization[];
  data: Uint8Array;
}
