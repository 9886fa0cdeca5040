import {
  ChainDefinition,
  PermissionLevel,
  Serializer,
  SessionKit,
  type SessionStorage,
  SigningRequest,
  Transaction,
  type UserInterface,
  type WalletPlugin,
} from '@wharfkit/session';
import type { WalletAnswer, WalletRequest } from '../gateway/wallet-messages';

/** Nothing of a session outlives the window. */
class WindowStorage implements SessionStorage {
  readonly #values = new Map<string, string>();

  write(key: string, data: string): Promise<void> {
    this.#values.set(key, data);
    return Promise.resolve();
  }

  read(key: string): Promise<string | null> {
    return Promise.resolve(this.#values.get(key) ?? null);
  }

  remove(key: string): Promise<void> {
    this.#values.delete(key);
    return Promise.resolve();
  }
}

/** The policy of the page allows none either: a transaction with its header and its ABIs needs no node. */
const noRequest = (): never => {
  throw new Error('the wallet window asks no node');
};

/**
 * Lets a wallet sign a transaction by WharfKit, which neither completes nor broadcasts it.
 * A wallet that changes the transaction is not stopped here: the page that asked compares the bytes.
 * @throws Error when the user or the wallet refuses
 */
export async function signInWallet(
  request: WalletRequest,
  walletPlugins: WalletPlugin[],
  ui: UserInterface,
): Promise<WalletAnswer> {
  const { chainId, signer, packed, abis } = request;
  const kit = new SessionKit(
    {
      appName: 'chaintools',
      chains: [ChainDefinition.from({ id: chainId, url: location.origin })],
      ui,
      walletPlugins,
    },
    {
      abis: abis.map(({ account, abi }) => ({ account, abi: abi as string })),
      fetch: noRequest,
      storage: new WindowStorage(),
      transactPlugins: [],
    },
  );
  const { session } = await kit.login({ chain: chainId, permissionLevel: PermissionLevel.from(signer) });
  if (String(session.permissionLevel) !== signer)
    throw new Error(`the wallet signs as ${String(session.permissionLevel)}, not as ${signer}`);
  const transaction = Serializer.decode({ data: packed, type: Transaction });
  const signing = await SigningRequest.create({ transaction, chainId }, { abiProvider: session.abiCache });
  const { resolved, signatures } = await session.transact({ request: signing }, { broadcast: false });
  if (resolved === undefined) throw new Error('the wallet answered without a transaction');
  return {
    kind: 'signed',
    packed: Serializer.encode({ object: resolved.transaction, type: Transaction }).hexString,
    signatures: signatures.map(String),
  };
}
