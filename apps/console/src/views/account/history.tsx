import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/routes';
import { ActionTable, type HistoryAction, type HistoryActions } from '../../ui/action-table';
import { PolledPanel, Problem } from '../../ui/panel';
import type { OfAccount } from './of-account';

const EVERY_MS = 15_000;
const PAGE = 25;

/** As get_history answers it. */
interface HistoryAnswer {
  readonly actions: readonly {
    readonly sequence: number | string;
    readonly time: string;
    readonly block_num: number;
    readonly transaction_id: string;
    readonly contract: string;
    readonly action: string;
    readonly sentence: string | null;
    /** Null beside a sentence, and where it is long. */
    readonly data: unknown;
    readonly data_characters: number;
  }[];
  readonly next_cursor: string | null;
}

async function readPage({ network, account }: OfAccount, cursor?: string): Promise<HistoryActions> {
  const input = { account, limit: PAGE, ...(cursor !== undefined && { cursor }) };
  const { actions, next_cursor } = await callTool<HistoryAnswer>(network, 'get_history', input);
  return { actions: actions.map(actionOf), next_cursor };
}

const actionOf = ({
  sequence,
  time,
  transaction_id,
  contract,
  action,
  data,
  data_characters,
  ...same
}: HistoryAnswer['actions'][number]): HistoryAction => ({
  ...same,
  timestamp: time,
  trx_id: transaction_id,
  global_sequence: sequence,
  act: { account: contract, name: action, data: data ?? `data of ${String(data_characters)} characters` },
});

/** Actions of an account, newest first, with older ones on demand. */
export function History({ network, account }: OfAccount): JSX.Element {
  const of = { network, account };
  const newest = usePoll(`history ${network} ${account}`, EVERY_MS, () => readPage(of));
  const older = useSignal<readonly HistoryAction[]>([]);
  const cursor = useSignal<string | null | undefined>(undefined);
  const error = useSignal<Error | undefined>(undefined);
  const more = (from: string) => {
    readPage(of, from).then(
      ({ actions, next_cursor }) => {
        older.value = [...older.value, ...actions];
        cursor.value = next_cursor ?? null;
        error.value = undefined;
      },
      (reason: unknown) => (error.value = reason as Error),
    );
  };
  return (
    <PolledPanel
      title="History"
      state={newest}
      isEmpty={({ actions }) => actions.length === 0}
      empty="No action is known."
    >
      {({ actions, next_cursor }) => {
        const next = cursor.value === undefined ? next_cursor : cursor.value;
        return (
          <>
            <ActionTable network={network} actions={merged(actions, older.value)} />
            {error.value === undefined ? null : <Problem error={error.value} />}
            {next === null || next === undefined ? null : (
              <p class="actions">
                <button
                  type="button"
                  onClick={() => {
                    more(next);
                  }}
                >
                  Older actions
                </button>
              </p>
            )}
          </>
        );
      }}
    </PolledPanel>
  );
}

/** Each action once, newest first: pages overlap when actions arrive between them. */
function merged(...pages: readonly (readonly HistoryAction[])[]): HistoryAction[] {
  const bySequence = new Map(pages.flat().map((action) => [action.global_sequence, action]));
  return [...bySequence.values()].sort((one, other) =>
    Number(BigInt(other.global_sequence) - BigInt(one.global_sequence)),
  );
}
