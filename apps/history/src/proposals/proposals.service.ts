import { nameToValue, hexToBytes, unpackTransaction, ValueError } from '@app/antelope';
import { ProposalsQuery } from '@app/node-api';
import { Inject, Injectable } from '@nestjs/common';
import { type ProposedTransaction, proposalDocument } from '../answers/proposal-document';
import { Decoder } from '../decoding/decoder';
import { PageCost } from '../decoding/page-cost';
import { READER } from '../decoding/tokens';
import type { Name, PermissionLevel } from '../derive/name';
import { Envelopes } from '../envelope/envelopes';
import { nameOf, optionalName } from '../parameters/filters';
import { badRequest } from '../parameters/history-error';
import { pageOf, trackOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';
import type { ProposalQuery } from '../store/queries';
import { limitedTotal, type ProposalRecord, type ProposalStatus } from '../store/records';

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
    const search = proposalSearchOf(query);
    const countUpTo = trackOf(query.track);
    return this.envelopes.ofState(async () => {
      const { items, total } = await this.reader.proposals(search);
      const cost = new PageCost();
      const proposals = await Promise.all(
        items.map(async (record) => proposalDocument(record, await this.#transactionOf(record, cost))),
      );
      return { query_time: null, total: limitedTotal(total.value, countUpTo), proposals };
    });
  }

  /** Undefined where the packed transaction is not known or cannot be read. */
  async #transactionOf(
    { transaction }: ProposalRecord,
    cost: PageCost,
  ): Promise<ProposedTransaction | undefined> {
    const unpacked = unpackedOrNone(transaction);
    if (unpacked === undefined) return undefined;
    const actions = await Promise.all(
      unpacked.actions.map(async ({ account, name, authorization, data }) => {
        const decoded = await this.decoder.proposed(nameToValue(account), name, hexToBytes(data), cost);
        return {
          account,
          name,
          authorization: authorization.map(({ actor, permission }) => ({ actor, permission })),
          data: decoded.json ?? data,
        };
      }),
    );
    return { expiration: unpacked.expiration, actions };
  }
}

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
  return {
    ...pageOf(query, LIMITS),
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
  const [actor = '', permission] = text.split('@');
  return {
    actor: nameOf(member, actor),
    ...(permission === undefined ? {} : { permission: nameOf(member, permission) }),
  };
}
