import type { NetworkName } from '@app/networks';
import { BucketGuard } from '@app/rate-limit';
import { Injectable } from '@nestjs/common';
import type { ReadBody, Shortcut } from '../../platform/surface';
import { MirrorService } from './mirror.service';
import { MIRROR_ROOTS } from './networks';
import type { MirrorRoute } from './route';
import { MIRROR_ROUTES } from './routes/routes';

const NO_BODY = Buffer.alloc(0);

/** A route of the mirror that a shortcut answers. */
interface Shortened {
  readonly method: string;
  readonly path: string;
  readonly shortcut: Shortcut;
}

/**
 * Answers requests whose answer is at hand before Nest is asked: guards, pipes and parsing would find out again what
 * an equal request before has shown. Every other request continues to its handler. All are counted in the bucket first.
 */
@Injectable()
export class MirrorShortcuts {
  constructor(
    private readonly mirror: MirrorService,
    private readonly guard: BucketGuard,
  ) {}

  /** One for each path and method whose answers are kept. */
  list(): readonly Shortened[] {
    const routes = MIRROR_ROUTES.filter(({ cache }) => cache.kind !== 'never');
    return MIRROR_ROOTS.flatMap(({ prefix, network }) =>
      routes.flatMap((route) =>
        route.methods.map((method) => ({
          method,
          path: prefix + route.path,
          shortcut: this.#shortcut(route, network),
        })),
      ),
    );
  }

  #shortcut(route: MirrorRoute, network: NetworkName): Shortcut {
    return async (request, response, next) => {
      if (!(await this.guard.countEarly('mirror', request, response))) return next();
      const read = request.body as ReadBody<Buffer>;
      const body = request.method === 'POST' ? await read() : NO_BODY;
      const isSent =
        !(body instanceof Error) && (await this.mirror.sendKept(route, network, request, response, body));
      if (isSent) return;
      request.body = () => Promise.resolve(body);
      return next();
    };
  }
}
