import { ReadinessRegistry, SETTINGS, type Settings } from '@app/operations';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Tunnel } from './tunnel';

/** Interval of the check whether the node of an open stream is still usable. */
const LOOK_AT_NODES_MS = 5_000;

/** The websocket streams that are open: ended with the gateway, and when their node may not serve any more. */
@Injectable()
export class OpenTunnels implements OnModuleDestroy {
  readonly #tunnels = new Map<Tunnel, () => boolean>();
  readonly #look: NodeJS.Timeout;
  #stopping: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(readiness: ReadinessRegistry, @Inject(SETTINGS) { shutdown }: Settings) {
    this.#look = setInterval(() => {
      for (const [tunnel, mayServe] of this.#tunnels) if (!mayServe()) tunnel.end('node unfit');
    }, LOOK_AT_NODES_MS).unref();
    // When the port closes: until then the load balancer still sends clients here.
    readiness.onDrain(() => {
      this.#stopping = setTimeout(() => {
        this.#endAll();
      }, shutdown.delayMs);
    });
  }

  /**
   * @param mayServe whether the node of the stream may still serve
   * @returns forgets the stream
   */
  add(tunnel: Tunnel, mayServe: () => boolean): () => void {
    this.#tunnels.set(tunnel, mayServe);
    if (this.#isStopped) tunnel.end('shutdown');
    return () => this.#tunnels.delete(tunnel);
  }

  onModuleDestroy(): void {
    clearInterval(this.#look);
    clearTimeout(this.#stopping);
    for (const tunnel of this.#tunnels.keys()) tunnel.destroy();
  }

  #endAll(): void {
    this.#isStopped = true;
    for (const tunnel of this.#tunnels.keys()) tunnel.end('shutdown');
  }
}
