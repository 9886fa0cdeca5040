import { AsyncLocalStorage } from 'node:async_hooks';

/** How long a request waits for a node that has its block. Source: docs/reference/rules.md, consistency. */
const LONGEST_WAIT_MS = 1_000;
/** Hexadecimal digits of the chain id in a token: enough to tell the networks of a deployment apart. */
const CHAIN_DIGITS = 16;
const MAX_BLOCK = 0xffff_ffff;
const TOKEN = /^(?<chain>[0-9a-f]{16})-(?<block>[1-9]\d{0,9})$/;

const calls = new AsyncLocalStorage<ConsistentRead | undefined>();

/** Header, and member of `_meta` over MCP, that has the token. */
export const CONSISTENCY_NAME = 'x-consistency';

/** The token of a block: what is read with it is of this block or a later one. */
export const consistencyToken = (chainId: string, block: number): string =>
  `${chainId.slice(0, CHAIN_DIGITS)}-${block}`;

/** A running call whose reads are served by nodes that have a block. */
export class ConsistentRead {
  #waitsUntilMs: number | undefined;

  private constructor(
    /** First digits of the id of the chain that has the block. */
    readonly chain: string,
    readonly block: number,
  ) {}

  /** The call that the running code belongs to; undefined where any block serves. */
  static get current(): ConsistentRead | undefined {
    return calls.getStore();
  }

  /** Undefined for a text that is no token. */
  static of(text: string): ConsistentRead | undefined {
    const { chain, block } = TOKEN.exec(text)?.groups ?? {};
    if (chain === undefined || Number(block) > MAX_BLOCK) return undefined;
    return new ConsistentRead(chain, Number(block));
  }

  /** Runs code outside of every such call: a push is sent whatever the nodes have. */
  static suspend<T>(code: () => T): T {
    return calls.run(undefined, code);
  }

  /** Runs the code of the call. */
  run<T>(code: () => T): T {
    return calls.run(this, code);
  }

  /** Milliseconds that the call may still wait, all of its reads together, from the first time that this is asked. */
  get waitMs(): number {
    const nowMs = performance.now();
    this.#waitsUntilMs ??= nowMs + LONGEST_WAIT_MS;
    return Math.max(0, this.#waitsUntilMs - nowMs);
  }
}
