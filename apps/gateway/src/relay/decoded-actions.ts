import { decodeAction, hexToBytes, type Json, type Transaction, ValueError } from '@app/antelope';
import { type ChainClient, shortened } from '@app/upstream';

type Action = Transaction['actions'][number];

/** Characters of the decoded data of all actions in a prompt: any account may set an ABI with long names. */
const MAX_DECODED_CHARACTERS = 25_000;
const MAX_REASON_CHARACTERS = 200;

/** The data of an action by the live ABI of its contract; without `json` the reason. */
interface DecodedAction {
  readonly json?: Json;
  readonly reason?: string;
}

/** One entry for each action. Data that does not fit into a prompt beside the data before it is not decoded. */
export async function decodedActions(
  chain: ChainClient,
  actions: readonly Action[],
): Promise<DecodedAction[]> {
  const decoded = await Promise.all(actions.map((action) => decodedAction(chain, action)));
  let left = MAX_DECODED_CHARACTERS;
  return decoded.map((entry) => {
    const length = entry.json === undefined ? 0 : shownLength(entry.json);
    if (length > left)
      return { reason: `the data of all actions has more than ${MAX_DECODED_CHARACTERS} characters` };
    left -= length;
    return entry;
  });
}

async function decodedAction(chain: ChainClient, { account, name, data }: Action): Promise<DecodedAction> {
  try {
    const contract = await chain.abi(account);
    if (!contract) return { reason: `${account} has no contract` };
    return { json: decodeAction(contract.abi, name, hexToBytes(data)) };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return { reason: shortened(error.message, MAX_REASON_CHARACTERS) };
  }
}

/** In the indented JSON of a prompt, three levels below the top. */
const shownLength = (data: Json): number => JSON.stringify([[[data]]], null, 2).length;
