import { McpResource, ToolInput } from '@app/tooling';
import { Chains, type IndexedAction } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../lookups/known-account';
import { AccountHistoryInput } from './dto/account-history.dto';

/** Cache lifetime of texts that change with every block. */
const BLOCK_TTL_MS = 500;
const ACTIONS = 20;
/** Of the data of one action, as JSON. With it the text of all actions is below the bound of a resource. */
const MAX_DATA_CHARACTERS = 2_500;

@Injectable()
export class AccountResources {
  constructor(private readonly chains: Chains) {}

  @McpResource('history://{network}/{account}', {
    name: 'history',
    title: 'Latest actions of an account',
    description: `The ${ACTIONS} latest actions in which an account took part, newest first, from a history node. Data of more than ${MAX_DATA_CHARACTERS} characters is left out: data_characters has its length.`,
    mimeType: 'application/json',
    ttlMs: BLOCK_TTL_MS,
  })
  async history(@ToolInput() { network, account }: AccountHistoryInput): Promise<object> {
    const chain = this.chains.of(network);
    const { lastIndexedBlock, actions } = await chain.latestActions(account, ACTIONS);
    if (actions.length === 0) await requireAccount(chain, account);
    return {
      network,
      account,
      last_indexed_block: lastIndexedBlock ?? null,
      actions: actions.map(actionText),
      older: `GET /${network}/v2/history/get_actions?account=${account}&skip=${ACTIONS} of the node API`,
    };
  }
}

const actionText = (action: IndexedAction): object => ({
  time: new Date(action.timeMs).toISOString(),
  block_num: action.blockNum,
  transaction_id: action.transactionId,
  contract: action.contract,
  action: action.name,
  authorization: action.authorization,
  ...dataText(action.data),
});

/** The data of an action; where it is large (the code of a contract), its length alone. */
function dataText(data: unknown): object {
  const characters = JSON.stringify(data ?? null).length;
  return characters > MAX_DATA_CHARACTERS ? { data_characters: characters } : { data };
}
