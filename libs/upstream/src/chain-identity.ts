import type { Clock } from '@app/operations';
import { readInfo } from './answers/info';
import { NodeFailure } from './errors';
import { classifyResponse } from './node-reply';
import type { UpstreamNode } from './upstream-node';

/** How long a node is taken to be on the chain it was found on. */
const TRUST_MS = 60_000;
/** How long a node of another chain is not asked again. */
const DISTRUST_MS = 10_000;

interface Finding {
  readonly chainId: string;
  readonly atMs: number;
}

/**
 * Lets no node serve that is on another chain than the network's. A node's chain id is read before
 * its first answer is used, again after a minute, and again after its connection failed.
 */
export class ChainIdentity {
  #expected: string | undefined;
  readonly #findings = new Map<UpstreamNode, Finding>();
  readonly #asking = new Map<UpstreamNode, Promise<string>>();

  /** @param expected undefined: the first node that answers decides. */
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
    const known = this.#findings.get(node);
    if (known !== undefined) {
      const isRight = known.chainId === this.#expected;
      if (this.clock.monotonicMs() - known.atMs < (isRight ? TRUST_MS : DISTRUST_MS))
        return this.#compare(node, known.chainId);
    }
    this.#compare(node, await this.#ask(node));
  }

  /** What is known about the node no longer counts. */
  forget(node: UpstreamNode): void {
    if (this.#findings.get(node)?.chainId === this.#expected) this.#findings.delete(node);
  }

  async #ask(node: UpstreamNode): Promise<string> {
    const asking = this.#asking.get(node) ?? this.#read(node).finally(() => this.#asking.delete(node));
    this.#asking.set(node, asking);
    return asking;
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
      this.#findings.set(node, { chainId, atMs: this.clock.monotonicMs() });
      return chainId;
    } catch (error) {
      if (error instanceof NodeFailure) {
        throw new NodeFailure(node.host, error.why, false, error.canRepeatHere, { cause: error });
      }
      throw new NodeFailure(node.host, 'does not say which chain it is on', false, false, { cause: error });
    }
  }

  #compare(node: UpstreamNode, chainId: string): void {
    if (chainId === this.#expected) return;
    const expected = this.#expected ?? 'none';
    throw new NodeFailure(
      node.host,
      `is on chain ${chainId.slice(0, 8)}..., not ${expected.slice(0, 8)}...`,
      false,
    );
  }
}
