import { type AddressedRequest, ReadinessRegistry, SETTINGS, type Settings } from '@app/operations';
import { CLIENT_ADDRESS, type ClientAddress, StreamCounts } from '@app/rate-limit';
import { fail } from '@app/chain-tools';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { NetworkRegistry } from '../../network/network-registry';
import type { EventStream } from './event-stream';

/** Interval of the events that keep a connection alive: below the 30 s after which proxies end an idle one. */
const HEARTBEAT_MS = 15_000;

/** The streams that are open: bounded, kept alive, and ended when the port closes. */
@Injectable()
export class OpenEventStreams implements OnModuleDestroy {
  readonly #counts: StreamCounts;
  readonly #streams = new Set<EventStream>();
  readonly #heartbeat: NodeJS.Timeout;
  #stopping: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    readiness: ReadinessRegistry,
    @Inject(SETTINGS) { shutdown, eventStreams }: Settings,
    @Inject(CLIENT_ADDRESS) private readonly clientAddress: ClientAddress,
    networks: NetworkRegistry,
  ) {
    networks.onRenewed(({ name }) => {
      for (const stream of this.#streams) if (stream.network === name) stream.end('reconfigured');
    });
    this.#counts = new StreamCounts(eventStreams);
    this.#heartbeat = setInterval(() => {
      for (const stream of this.#streams) stream.heartbeat();
    }, HEARTBEAT_MS).unref();
    // When the port closes: until then the load balancer still sends clients here.
    readiness.onDrain(() => {
      this.#stopping = setTimeout(() => {
        this.#endAll();
      }, shutdown.delayMs);
    });
  }

  addressOf(request: AddressedRequest): string {
    return this.clientAddress(request);
  }

  /** @throws ToolError while this replica stops */
  assertRunning(): void {
    if (this.#isStopped) fail('SHUTTING_DOWN');
  }

  /**
   * Counts one more stream of a client.
   * @returns its end, which may be called again
   * @throws ToolError over a limit, and while this replica stops
   */
  enter(request: AddressedRequest): () => void {
    this.assertRunning();
    const counted = this.#counts.open(this.clientAddress(request));
    if (typeof counted === 'string')
      fail('TOO_MANY_STREAMS', counted === 'total' ? 'of all clients' : 'of this address');
    let end: (() => void) | undefined = counted;
    return () => {
      end?.();
      end = undefined;
    };
  }

  /** @returns forgets the stream */
  add(stream: EventStream): () => void {
    this.#streams.add(stream);
    return () => this.#streams.delete(stream);
  }

  onModuleDestroy(): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#stopping);
    this.#endAll();
  }

  #endAll(): void {
    this.#isStopped = true;
    for (const stream of this.#streams) stream.end('shutdown');
  }
}
