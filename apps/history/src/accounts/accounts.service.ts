import { bytesToHex, nameFromValue } from '@app/antelope';
import { Inject, Injectable } from '@nestjs/common';
import { actionDocument } from '../answers/action-document';
import { accountLinkDocument, createdAccountDocument } from '../answers/state-documents';
import { timeText } from '../answers/time-text';
import { Decoder } from '../decoding/decoder';
import { READER } from '../decoding/tokens';
import type { Name } from '../derive/name';
import { Envelopes } from '../envelope/envelopes';
import { cutMember, shortPage } from '../parameters/cursor';
import { nameOf } from '../parameters/filters';
import { notFound } from '../parameters/history-error';
import { pageOf } from '../parameters/page';
import { tokenDocument, TOKENS } from '../routes/get-tokens';
import type { HistoryReader } from '../store/port';
import type { CreatedAccountRecord, StoreStatus } from '../store/records';
import { ChainAccounts } from './chain-account';

const SYSTEM = 'eosio';
const NO_TRANSACTION = '0'.repeat(64);
const CREATED_LIMITS = { unset: 100, max: 1000 };
const SUMMARY_ACTIONS = { unset: 20, max: 1000 };
const SUMMARY_TOKENS = 1000;
const SUMMARY_LINKS = 1000;

interface PageParameters {
  readonly limit?: number;
  readonly skip?: number;
}

@Injectable()
export class AccountsService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
    private readonly envelopes: Envelopes,
    private readonly chain: ChainAccounts,
  ) {}

  /**
   * GET /v2/state/get_account: what the node knows, null where no node is configured, and what the history knows.
   * @param page of the actions
   */
  getAccount(account: string, page: PageParameters): Promise<object> {
    const name = nameOf('account', account);
    const actionPage = pageOf(page, SUMMARY_ACTIONS);
    return this.envelopes.ofState(async ({ irreversibleNum }) => {
      const [body, links, tokens, actions] = await Promise.all([
        this.chain.get(nameFromValue(name)),
        this.reader.links({ account: name, skip: 0, limit: SUMMARY_LINKS }),
        this.reader.list(TOKENS, { account: name, skip: 0, limit: SUMMARY_TOKENS }),
        this.reader.actions({
          account: name,
          ...actionPage,
          ...shortPage(actionPage),
          order: 'desc',
          countUpTo: Infinity,
        }),
      ]);
      const decoded = await this.decoder.actions(actions.items, irreversibleNum);
      return {
        account: body,
        links: links.items.map(accountLinkDocument),
        tokens: tokens.items.map(tokenDocument),
        total_actions: actions.total.value,
        ...cutMember(actions),
        actions: decoded.map(({ record, decoded: data }) =>
          actionDocument(record, data, { isBinaryCut: true }),
        ),
      };
    });
  }

  /** GET /v2/history/get_creator. */
  getCreator(account: string): Promise<object> {
    const name = nameOf('account', account);
    return this.envelopes.ofState(async (status) => {
      const found = await this.reader.creation(name);
      if (found === undefined) return this.#creationAtGenesis(name, status);
      return {
        account: nameFromValue(name),
        creator: nameFromValue(found.creator),
        indirect_creator: await this.#indirectCreator(found),
        timestamp: timeText(found.timeMs),
        block_num: found.blockNum,
        trx_id: bytesToHex(found.transactionId),
      };
    });
  }

  /** GET /v2/history/get_created_accounts. */
  getCreatedAccounts(account: string, page: PageParameters): Promise<object> {
    const name = nameOf('account', account);
    const query = pageOf(page, CREATED_LIMITS);
    const startedMs = performance.now();
    return this.envelopes.ofState(async () => {
      const { items, total } = await this.reader.createdAccounts(name, query);
      const query_time = Math.round(performance.now() - startedMs);
      return { query_time, total, accounts: items.map(createdAccountDocument) };
    });
  }

  /** The account that signed for the transaction in which another one, a contract, created the account; else empty. */
  async #indirectCreator({ creator, transactionId }: CreatedAccountRecord): Promise<string> {
    const found = await this.reader.transaction(transactionId);
    // Context-free actions come first, and have no authorization.
    const [signer] = found?.actions.flatMap(({ authorization }) => authorization) ?? [];
    const actor = signer?.actor;
    return actor === undefined || actor === creator ? '' : nameFromValue(actor);
  }

  /** An account that is older than the history: its creator is not known, that of the system account is itself. */
  async #creationAtGenesis(name: Name, { firstBlockNum, stateKnownFrom }: StoreStatus): Promise<object> {
    const [permission] = await this.reader.permissions(name, 1);
    if (permission === undefined)
      throw notFound(
        stateKnownFrom === undefined
          ? 'account not found'
          : `account not found: those from before block ${stateKnownFrom} are not known`,
      );
    const first = await this.reader.block(firstBlockNum);
    const account = nameFromValue(name);
    return {
      account,
      creator: account === SYSTEM ? '__self__' : '',
      indirect_creator: '',
      timestamp: timeText(first?.timeMs ?? 0),
      block_num: firstBlockNum,
      trx_id: NO_TRANSACTION,
    };
  }
}
