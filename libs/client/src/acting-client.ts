import { act, type ActOptions, type Outcome, type Signer } from './act.ts';
import type { Tools } from './generated/tools.ts';
import { GatewayClient, type GatewayOptions } from './gateway-client.ts';
import type { ComposeCall, VerifiedTool } from './verify/expected-actions.ts';
import type { OwnChain } from './verify/verify-proposal.ts';

/** Settings of a client that acts. */
export interface ActingOptions extends GatewayOptions {
  /** From the owner of the key. Nothing that the gateway says about the chain is used for what is signed. */
  readonly chain: OwnChain;
  readonly signer: Signer;
}

/** A client with a key: `act` carries out a composition whole. */
export class ActingClient extends GatewayClient {
  readonly #options: ActingOptions;

  constructor(options: ActingOptions) {
    super(options);
    this.#options = options;
  }

  /**
   * Composes, verifies, signs, pushes, follows. See `act` for the errors.
   * @param body its `request_id` stands in the options; a proposal is always asked for in full
   */
  act<T extends VerifiedTool>(
    tool: T,
    body: Omit<Tools[T]['body'], 'request_id' | 'detail'>,
    options: ActOptions = {},
  ): Promise<Outcome> {
    const { chain, signer } = this.#options;
    return act({ client: this, chain, signer }, { tool, body } as unknown as ComposeCall, options);
  }
}
