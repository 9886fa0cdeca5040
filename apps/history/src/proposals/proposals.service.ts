import { nameToValue, hexToBytes, type PackedAction, unpackTransaction, ValueError } from '@app/antelope';
import { ProposalsQuery } from '@app/node-api';
import { Inject, Injectable } from '@nestjs/common';
import { type ProposedTransaction, proposalDocument } from '../answers/proposal-document';
import { Decoder, type ProposedAction } from '../decoding/decoder';
import { READER } from '../decoding/tokens';
import type { Name, PermissionLevel } from '../derive/name';
import { Envelopes } from '../envelope/envelopes';
import { requireSameBranch, shortPage } from '../parameters/cursor';
import { nameOf, optionalName } from '../parameters/filters';
import { badRequest } from '../parameters/history-error';
import { pageOf, trackOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';
import type { ProposalQuery } from '../store/queries';
import { boundedTotal, type ProposalRecord, type ProposalStatus } from '../store/records';
import { nextProposals, proposalCursorOf } from './proposal-cursor';

const MAX_ACCOUNTS = 16;
const LIMITS = { unset: 10, max: 1000 };

type Approver = Pick<PermissionLevel, 'actor'> & Partial<PermissionLevel>;

@Injectable()
export class ProposalsService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly decoder: Decoder,
    private readonly envelopes: Envelopes,
  ) {}

  /** GET /v2/state/get_proposals. */
  getProposals(query: ProposalsQuery): Promise<object> {
    const given = proposalSearchOf(query);
    const { expired } = query;
    const countUpTo = trackOf(query.track);
    return this.envelopes.ofState(async (status) => {
      const atMs = status.head?.timeMs ?? 0;
      const search = { ...given, ...(expired === undefined ? {} : { expired: { atMs, isWanted: expired } }) };
      const page = await this.reader.proposals(search);
      await requireSameBranch(this.reader, search, status);
      const transactions = await this.#transactionsOf(page.items);
      return {
        query_time: null,
        total: boundedTotal(page.total, countUpTo),
        proposals: page.items.map((record, index) => proposalDocument(record, transactions[index])),
        ...nextProposals(page, search, status),
      };
    });
  }

  /** In their order; undefined where the packed transaction is not known or cannot be read. */
  async #transactionsOf(
    records: readonly ProposalRecord[],
  ): Promise<readonly (ProposedTransaction | undefined)[]> {
    const unpacked = records.map(({ transaction }) => unpackedOrNone(transaction));
    const decoded = await this.decoder.proposed(
      unpacked.flatMap((transaction) =>
        transaction === undefined
          ? []
          : [...transaction.context_free_actions, ...transaction.actions].map(proposedAction),
      ),
    );
    let next = 0;
    const shown = (actions: readonly PackedAction[]): ProposedTransaction['actions'] =>
      actions.map((action) => ({ ...action, data: decoded[next++]?.json ?? action.data }));
    return unpacked.map(
      (transaction) =>
        transaction && {
          ...transaction,
          context_free_actions: shown(transaction.context_free_actions),
          actions: shown(transaction.actions),
        },
    );
  }
}

const proposedAction = ({ account, name, data }: PackedAction): ProposedAction => ({
  ...{ code: nameToValue(account), name },
  data: hexToBytes(data),
});

function unpackedOrNone(bytes: Uint8Array): ReturnType<typeof unpackTransaction> | undefined {
  if (bytes.length === 0) return undefined;
  try {
    return unpackTransaction(bytes);
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}

function proposalSearchOf(query: ProposalsQuery): ProposalQuery {
  const conditions = {
    proposer: optionalName('proposer', query.proposer),
    name: optionalName('proposal', query.proposal),
    accounts: namesOf('account', query.account),
    requested: approverOf('requested', query.requested),
    provided: approverOf('provided', query.provided),
    status: statusOf(query.executed),
  };
  const page = pageOf(query, LIMITS);
  return {
    ...{ ...page, ...shortPage(page), ...proposalCursorOf(query.cursor) },
    ...Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined)),
  };
}

/** One name, or more separated by commas. */
function namesOf(member: string, text = ''): Name[] | undefined {
  const names = text.split(',').filter((each) => each.trim() !== '');
  if (names.length > MAX_ACCOUNTS) throw badRequest(`${member}: at most ${MAX_ACCOUNTS} names`);
  return names.length === 0 ? undefined : names.map((each) => nameOf(member, each));
}

/** False means the open ones, as in Hyperion: those that can still be approved. Cancelled ones are in neither list. */
function statusOf(isExecuted: boolean | undefined): ProposalStatus | undefined {
  if (isExecuted === undefined) return undefined;
  return isExecuted ? 'executed' : 'open';
}

/** `actor` or `actor@permission`. */
function approverOf(member: string, text: string | undefined): Approver | undefined {
  if (text === undefined || text === '') return undefined;
  const [actor = '', permission, ...rest] = text.split('@');
  if (rest.length > 0) throw badRequest(`${member}: takes actor or actor@permission`);
  return {
    actor: nameOf(member, actor),
    ...(permission === undefined ? {} : { permission: nameOf(member, permission) }),
  };
}
