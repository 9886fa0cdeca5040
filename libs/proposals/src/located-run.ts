import { bytesToHex, packTransaction, unpackTransaction } from '@app/antelope';
import type { ChainClient, DryRun } from '@app/upstream';

/**
 * The dry run of a packed transaction. Where one with names fails, the error names the action at which it does: the
 * shortest beginning of the actions that fails for the same reason ends with it. Nodes differ in what they tell of it.
 * No name is given where another beginning has no result, or another reason.
 */
export async function locatedRun(
  chain: Pick<ChainClient, 'computeTransaction'>,
  packed: Uint8Array,
  nameOf?: (action: number) => string,
): Promise<DryRun> {
  const whole = await chain.computeTransaction(bytesToHex(packed));
  if (whole.status !== 'failed' || nameOf === undefined) return whole;
  const transaction = unpackTransaction(packed);
  const { actions } = transaction;
  let [passing, failing] = [0, actions.length];
  while (failing - passing > 1) {
    const middle = Math.floor((passing + failing) / 2);
    const beginning = packTransaction({ ...transaction, actions: actions.slice(0, middle) });
    const { status, error } = await chain.computeTransaction(bytesToHex(beginning));
    if (status === 'ok') passing = middle;
    else if (status === 'failed' && error === whole.error) failing = middle;
    else return whole;
  }
  return { ...whole, error: `${nameOf(failing - 1)}: ${whole.error ?? 'no reason was given'}` };
}
