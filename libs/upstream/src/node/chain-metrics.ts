type Labels = Partial<Record<string, string | number>>;

/** A counter, as prom-client has it. */
export interface ChainCounter {
  inc(labels: Labels, by?: number): void;
  remove(labels: Labels): void;
  get(): Promise<{ readonly values: readonly { readonly labels: Labels }[] }>;
}

/** A gauge, as prom-client has it. */
export interface ChainGauge {
  set(labels: Labels, value: number): void;
  remove(labels: Labels): void;
}

/** A histogram of seconds, as prom-client has it. */
export interface ChainHistogram {
  observe(labels: Labels, seconds: number): void;
  zero(labels: Labels): void;
  remove(labels: Labels): void;
}

/** Metrics of the nodes and of the pushes, with the names of the labels of each. */
export interface ChainMetrics {
  /** Requests sent to nodes: network, node, route, outcome (`ok`, `refused` or `failed`). */
  readonly upstreamRequests: ChainCounter;
  /** Time that a node took to answer: network, node. */
  readonly upstreamSeconds: ChainHistogram;
  /** Requests sent to a second node because the first one was late: network. */
  readonly upstreamHedges: ChainCounter;
  /** 1 while a node is out of service because an operator says so: network, node. */
  readonly nodeCordoned: ChainGauge;
  /** 1 while a node is used: network, node. */
  readonly nodeFit: ChainGauge;
  /** 1 while a node gets no or few requests: network, node. */
  readonly nodeCircuitOpen: ChainGauge;
  /** Seconds that the head of a node is behind the clock: network, node. */
  readonly nodeHeadAge: ChainGauge;
  /** As the node reports it: network, node. */
  readonly nodeHeadBlock: ChainGauge;
  /** As the node reports it: network, node. */
  readonly nodeIrreversibleBlock: ChainGauge;
  /** Answers of a node that were compared: network, node, result (`agreed`, `differed` or `unavailable`). */
  readonly nodeComparisons: ChainCounter;
  /** Nodes that are used for a capability: network, capability. */
  readonly usableNodes: ChainGauge;
  /** Pushes: network, outcome. */
  readonly pushes: ChainCounter;
  /** From the start of a push until it was seen in a block: network. */
  readonly pushInclusionSeconds: ChainHistogram;
  /** Events of pushed transactions that are watched: network, event. */
  readonly watchedPushes: ChainCounter;
}
