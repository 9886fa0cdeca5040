import type { BlockWrites } from '../../../../apps/history/src/derive/block-writes';
import {
  name,
  noteAction,
  SampleBlocks,
  TOKEN_ABI_BYTES,
  transferAction,
} from '../../../harness/history/sample-blocks';
import { SampleHistory } from '../../../harness/history/sample-history';

interface Action {
  readonly timestamp: string;
  readonly block_num: number;
  readonly trx_id: string;
  readonly act: { readonly account: string; readonly name: string; readonly data: Record<string, unknown> };
  readonly receipts: readonly { readonly receiver: string }[];
  readonly global_sequence: number;
  readonly action_ordinal: number;
  readonly irreversible?: boolean;
}

/** An answer of get_actions. */
export interface ActionsAnswer {
  readonly actions: readonly Action[];
  readonly simple_actions?: readonly Record<string, unknown>[];
  readonly total: { readonly value: number; readonly relation: string };
  readonly lib: number;
  readonly next_cursor?: string;
}

export const ACTIONS_PATH = '/v2/history/get_actions';
export const TRANSFERS = 20;
/** All actions of the blocks. */
export const ACTIONS = TRANSFERS + 4;
export const IRREVERSIBLE = 12;
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Block 2: the ABI. Blocks 3 to 22: one transfer each. Block 23: notes and a transfer of another token. */
function blocks(): BlockWrites[] {
  const made = new SampleBlocks();
  return [
    made.next([], {
      abis: ['sys.token', 'other.token'].map((account) => ({
        account: name(account),
        globalSequence: 0n,
        abi: TOKEN_ABI_BYTES,
      })),
    }),
    ...Array.from({ length: TRANSFERS }, (_unused, index) =>
      made.next([[transferAction(index % 2 === 0 ? 'alice' : 'bob', 'carol', `${index + 1}.0000 SYS`)]]),
    ),
    made.next([
      [noteAction('alice', 'x'.repeat(300)), { ...noteAction('alice', 'inline'), creator: 1 }],
      [transferAction('bob', 'alice', '1.50 OTH', { contract: 'other.token' })],
      [{ account: 'noabi', name: 'act', actor: 'bob', data: new Uint8Array([1, 2, 255]) }],
    ]),
  ];
}

/** A history node with these actions, irreversible up to block 12, from the start of the specs of a file to their end. */
export function useSampleActions() {
  let history: SampleHistory;
  beforeAll(async () => {
    history = await SampleHistory.start(blocks(), { irreversibleNum: IRREVERSIBLE });
  });
  afterAll(() => history.close());
  return {
    history: () => history,
    get: (query: Record<string, unknown> = {}) => history.read<ActionsAnswer>(ACTIONS_PATH, query),
    /** The message of an answer with status 400. */
    refusal: async (query: Record<string, unknown>): Promise<string> => {
      const { status, json } = await history.get(ACTIONS_PATH, query);
      expect({ status, statusCode: json['statusCode'], error: json['error'] }).toEqual({
        status: 400,
        statusCode: 400,
        error: 'Bad Request',
      });
      return String(json['message']);
    },
  };
}

export const blocksOf = (answer: ActionsAnswer): number[] => answer.actions.map((action) => action.block_num);
