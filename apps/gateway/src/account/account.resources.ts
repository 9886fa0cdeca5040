import { Metrics } from '@app/operations';
import { McpResource, ToolNetwork } from '@app/chain-tools';
import { ToolInput } from '@app/tooling';
import type { IndexedAction } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../lookups/known-account';
import { AccountHistoryInput } from './dto/account-history.dto';
import { Network } from '../network/network';
import { NetworkRegistry } from '../network/network-registry';

/** Cache lifetime of texts that change with every block. */
const BLOCK_TTL_MS = 500;
const ACTIONS = 20;
/** Of the data of one action, as JSON. With it the text of all actions is below the bound of a resource. */
const MAX_DATA_CHARACTERS = 2_500;
/** Of one action: an account may sign as often as a transaction is long. */
const MAX_AUTHORIZATIONS = 8;
const SOURCE = 'history';

@Injectable()
export class AccountResources {
  constructor(
    registry: NetworkRegistry,
    private readonly metrics: Metrics,
  ) {
    for (const { name } of registry.all()) metrics.undecodedData.inc({ network: name, source: SOURCE }, 0);
  }

  @McpResource('history://{network}/{account}', {
    name: 'history',
    title: 'Latest actions of an account',
    description: `The ${ACTIONS} latest actions in which an account took part, newest first, from a history node. Data of more than ${MAX_DATA_CHARACTERS} characters is left out: data_characters has its length. Of more than ${MAX_AUTHORIZATIONS} authorizations the first ones are there: authorizations has their number.`,
    mimeType: 'application/json',
    ttlMs: BLOCK_TTL_MS,
  })
  async history(
    @ToolInput() { account }: AccountHistoryInput,
    @ToolNetwork() { name: network, chain }: Network,
  ): Promise<object> {
    const { lastIndexedBlock, actions } = await chain.history.actions({ account, limit: String(ACTIONS) });
    if (actions.length === 0) await requireAccount(chain, account);
    const undecoded = actions.filter(({ isDecoded }) => !isDecoded).length;
    this.metrics.undecodedData.inc({ network, source: SOURCE }, undecoded);
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
  ...authorizationText(action.authorization),
  ...dataText(action.data),
});

/** The authorizations of an action; where they are many, the first ones and their number. */
const authorizationText = (authorization: readonly string[]): object => ({
  authorization: authorization.slice(0, MAX_AUTHORIZATIONS),
  ...(authorization.length > MAX_AUTHORIZATIONS ? { authorizations: authorization.length } : {}),
});

/** The data of an action; where it is large (the code of a contract), its length alone. */
function dataText(data: unknown): object {
  const characters = JSON.stringify(data ?? null).length;
  return characters > MAX_DATA_CHARACTERS ? { data_characters: characters } : { data };
}
