import { type Json, type PackedBody, TestChain, transfer } from '../../../harness/node/test-chain';

export interface ActionTrace extends Json {
  readonly action_ordinal: number;
  readonly receiver: string;
  readonly inline_traces?: readonly ActionTrace[];
}

/** The answer to a transaction. */
export interface Pushed {
  readonly transaction_id: string;
  readonly processed: Json & { readonly action_traces: readonly ActionTrace[]; readonly except: Json | null };
}

/** Transfers of alice to bob on a development chain, each with a memo of its own. */
export class Payments {
  #memo = 0;

  private constructor(readonly chain: TestChain) {}

  static async start(): Promise<Payments> {
    return new Payments(await TestChain.start({ blocks: 'manual' }));
  }

  payment(quantity = '0.00000001 BTC', prefix = 'payment') {
    return transfer('alice', 'bob', quantity, { memo: `${prefix} ${this.#memo++}` });
  }

  signed(): Promise<PackedBody> {
    return this.chain.sign([this.payment()], [this.chain.keyOf('alice')]);
  }
}
