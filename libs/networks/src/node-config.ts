/** Abilities that nodes differ in; the routes of each are those of its plugin or indexer. */
export const NODE_CAPABILITIES = ['chain', 'history', 'trace', 'v2', 'stream'] as const;
/** An ability of a node: one of NODE_CAPABILITIES. */
export type NodeCapability = (typeof NODE_CAPABILITIES)[number];

/** How far answers of the nodes of a network are compared with each other. */
export const VERIFY_MODES = ['off', 'sample', 'quorum'] as const;
/** One of VERIFY_MODES. */
export type VerifyMode = (typeof VERIFY_MODES)[number];

/** One node of a network. */
export interface NodeConfig {
  /** Base URL; it may carry credentials: never print it. */
  readonly url: string;
  /** Name of the node in headers, metrics, readiness and logs; unique in its network. */
  readonly label: string;
  /** Undefined: probed. */
  readonly capabilities?: ReadonlySet<NodeCapability> | undefined;
  /** Sent with every request to it, for example a provider's key: never print them. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it serves only where no other node is fit and current. Default: no. */
  readonly isBackup?: boolean;
  /** Whether it serves nothing: a part of the reads also goes to it, and is compared. Default: no. */
  readonly isShadow?: boolean;
  /** Its measured latency counts as divided by this. Default: 1. */
  readonly weight?: number;
  /** Above this rate it serves only where no other node can. Default: no limit. */
  readonly requestsPerSecond?: number;
}

/** A network and its nodes. */
export interface NodesOfNetwork {
  readonly name: string;
  /** 64 lower-case hex; undefined: the first node that answers decides, for the life of the process. */
  readonly chainId: string | undefined;
  /** In order of preference. */
  readonly nodes: readonly NodeConfig[];
  /**
   * `quorum`: ABIs and the reads that money follows are compared over two nodes before they are used, and a part of all
   * others afterwards. `sample`: a part of all reads afterwards. `off`: none.
   */
  readonly verify: VerifyMode;
}
