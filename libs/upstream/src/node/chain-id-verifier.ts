import type { Clock } from '@app/operations';
import { readInfo } from './info';
import { NodeFailure } from './errors';
import { classifyResponse } from './node-reply';
import type { UpstreamNode } from './upstream-node';

/** How long a verified chain id is valid. */
const VERIFIED_TTL_MS = 60_000;
/** How long a node on another chain is not verified again. */
const MISMATCH_TTL_MS = 10_000;

interface Verification {
  readonly chainId: string;
  readonly atMs: number;
}

/**
 * Refuses nodes that are on another chain than the network's. A node's chain id is read before
 * its first answer is used, again after a minute, and again after its connection failed.
 */
export class ChainIdVerifier {
  #expected: string | undefined;
  readonly #verifications = new Map<UpstreamNode, Verification>();
  readonly #pending = new Map<UpstreamNode, Promise<string>>();

  /** @param expected undefined: the chain id of the first node that answers. */
  constructor(
    expected: string | undefined,
    private readonly clock: Clock,
  ) {
    this.#expected = expected;
  }

  /** The chain's id; undefined until a first node answered where none is configured. */
  get chainId(): string | undefined {
    return this.#expected;
  }

  /** @throws NodeFailure when the node cannot be asked or is on another chain; nothing was sent yet. */
  async ensure(node: UpstreamNode): Promise<void> {
    const known = this.#verifications.get(node);
    if (known !== undefined) {
      const isRight = known.chainId === this.#expected;
      if (this.clock.monotonicMs() - known.atMs < (isRight ? VERIFIED_TTL_MS : MISMATCH_TTL_MS))
        return this.#compare(node, known.chainId);
    }
    this.#compare(node, await this.#verify(node));
  }

  /** Invalidates the verification of a node, so that its chain id is read again. */
  forget(node: UpstreamNode): void {
    if (this.#verifications.get(node)?.chainId === this.#expected) this.#verifications.delete(node);
  }

  async #verify(node: UpstreamNode): Promise<string> {
    const pending = this.#pending.get(node) ?? this.#read(node).finally(() => this.#pending.delete(node));
    this.#pending.set(node, pending);
    return pending;
  }

  async #read(node: UpstreamNode): Promise<string> {
    try {
      const reply = await node.request({
        method: 'POST',
        path: '/v1/chain/get_info',
        body: '{}',
        call: 'info',
      });
      const { chainId } = readInfo(classifyResponse(node.host, reply));
      this.#expected ??= chainId;
      this.#verifications.set(node, { chainId, atMs: this.clock.monotonicMs() });
      return chainId;
    } catch (error) {
      if (error instanceof NodeFailure) {
        const { why, canRepeatHere } = error;
        throw new NodeFailure(node.host, why, { mayHaveArrived: false, canRepeatHere, cause: error });
      }
      const why = 'does not say which chain it is on';
      throw new NodeFailure(node.host, why, { mayHaveArrived: false, cause: error });
    }
  }

  #compare(node: UpstreamNode, chainId: string): void {
    if (chainId === this.#expected) return;
    const expected = this.#expected ?? 'none';
    throw new NodeFailure(
      node.host,
      `is on chain ${chainId.slice(0, 8)}..., not ${expected.slice(0, 8)}...`,
      { mayHaveArrived: false },
    );
  }
}
