import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Bytes, PrivateKey, type Transaction } from '@wharfkit/antelope';
import { type CallbackPayload, type ResolvedSigningRequest, SigningRequest } from '@wharfkit/signing-request';

const ZLIB = {
  deflateRaw: (data: Uint8Array) => deflateRawSync(data),
  inflateRaw: (data: Uint8Array) => inflateRawSync(data),
};

interface PhoneOptions {
  readonly gatewayUrl: string;
  readonly signer: { readonly actor: string; readonly permission: string };
  /** `PVT_K1_...` */
  readonly privateKey: string;
}

/** A wallet on another machine: it takes a signing request, and posts its answer to the address in it. */
export class Phone {
  readonly #key: PrivateKey;

  constructor(private readonly options: PhoneOptions) {
    this.#key = PrivateKey.from(options.privateKey);
  }

  /** Signs what is asked, and answers it. */
  async sign(link: string): Promise<void> {
    const resolved = await this.#resolve(SigningRequest.from(link, this.#encoding));
    await this.#answer(resolved, this.#signed(resolved));
  }

  /** Signs a changed transaction, and answers that. */
  async signChanged(link: string, change: (transaction: Transaction) => void): Promise<void> {
    const other = await this.#changed(link, change);
    await this.#answer(other, this.#signed(other));
  }

  /** Signs a changed transaction, and says that it is the one of the request. */
  async lieAboutBytes(link: string, change: (transaction: Transaction) => void): Promise<void> {
    const resolved = await this.#resolve(SigningRequest.from(link, this.#encoding));
    const { sig } = this.#signed(await this.#changed(link, change));
    await this.#answer(resolved, { ...this.#signed(resolved), sig });
  }

  async refuse(link: string, reason: string): Promise<void> {
    const resolved = await this.#resolve(SigningRequest.from(link, this.#encoding));
    await this.#answer(resolved, { rejected: reason });
  }

  get #encoding() {
    const getAbi = async (account: { toString(): string }) => {
      const path = `${this.options.gatewayUrl}/mainnet/v1/chain/get_abi`;
      const body = JSON.stringify({ account_name: String(account) });
      return ((await (await fetch(path, { method: 'POST', body })).json()) as { abi: never }).abi;
    };
    return { zlib: ZLIB, abiProvider: { getAbi } };
  }

  async #resolve(request: SigningRequest): Promise<ResolvedSigningRequest> {
    return request.resolve(await request.fetchAbis(), this.options.signer);
  }

  async #changed(link: string, change: (transaction: Transaction) => void): Promise<ResolvedSigningRequest> {
    const asked = SigningRequest.from(link, this.#encoding);
    const { transaction } = await this.#resolve(asked);
    change(transaction);
    const other = await SigningRequest.create({ transaction, chainId: asked.getChainId() }, this.#encoding);
    other.setCallback(String(asked.data.callback), true);
    return this.#resolve(other);
  }

  #signed(resolved: ResolvedSigningRequest): CallbackPayload {
    return resolved.getCallback([this.#key.signDigest(resolved.signingDigest)], 0)!.payload;
  }

  async #answer(resolved: ResolvedSigningRequest, payload: object): Promise<void> {
    const { url } = resolved.getCallback([this.#key.signDigest(resolved.signingDigest)], 0)!;
    await fetch(url, { method: 'POST', body: JSON.stringify(payload) });
  }
}

/** Position of the amount in the data of a transfer, behind two names. */
const AMOUNT_AT = 16;

/** Raises the amount of a transfer. */
export function raiseAmount(transaction: Transaction): void {
  const [action] = transaction.actions;
  const data = Bytes.from(action!.data.hexString);
  data.array[AMOUNT_AT + 2]! += 1;
  action!.data = data;
}
