import type { SpendingState } from '../ledger/spending-rules';
import type { Policy } from '../policy/policy';
import { FileError } from '../private-file';
import type { ChainView } from './audit';
import { executedAt } from './chain-view';
import { signedOnChain } from './signed-transactions';

/** The chain as all of the owner's nodes have it, of everything since the log began. @throws FileError */
export async function readChain(
  { file: { nodes, history_nodes = [], account, permission } }: Policy,
  state: SpendingState,
  beganAt: number,
): Promise<ChainView> {
  const executed = new Map<string, number>();
  // The log may grow meanwhile.
  const reservations = [...state.byId.values()];
  const asked = new Set(reservations.map(({ id }) => id));
  for (const reservation of reservations) {
    const blocks = await Promise.all(nodes.map((node) => executedAt(node, reservation)));
    const block = blocks.find((each) => each !== undefined);
    if (block !== undefined) executed.set(reservation.id, block);
  }
  if (history_nodes.length === 0) return { asked, executed, signed: undefined };
  const views = await Promise.all(
    history_nodes.map((node) => signedOnChain(node, { account, permission }, beganAt)),
  );
  const cause = views.find(({ problem }) => problem !== undefined)?.problem;
  if (cause !== undefined)
    throw new FileError(`a history node does not answer, so the log is not compared: ${cause.message}`, {
      cause,
    });
  return { asked, executed, signed: new Map(views.flatMap(({ blocks }) => [...blocks])) };
}
