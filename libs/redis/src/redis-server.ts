/** Host and port of one server. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Where Redis is, and how it is reached. */
export interface RedisServer {
  readonly topology:
    | { readonly kind: 'single'; readonly url: string }
    | {
        readonly kind: 'sentinel';
        readonly sentinels: readonly HostPort[];
        /** Name of the master that the Sentinels watch. */
        readonly master: string;
        /** Of the Sentinels; those of Redis are below. */
        readonly username: string | undefined;
        readonly password: string | undefined;
      }
    /** Some nodes of a Redis Cluster: the others are found through them. */
    | { readonly kind: 'cluster'; readonly nodes: readonly HostPort[] };
  /** Undefined: that of the URL. */
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** PEM texts; `servername` is the name that certificates are checked for. Undefined: no TLS unless the URL says so. */
  readonly tls:
    | {
        readonly ca: string | undefined;
        readonly cert: string | undefined;
        readonly key: string | undefined;
        readonly servername: string | undefined;
      }
    | undefined;
  readonly commandTimeoutMs: number;
  /** Until a connection is open; also of a question to a Sentinel, or to a cluster for its slots. */
  readonly connectTimeoutMs: number;
}
