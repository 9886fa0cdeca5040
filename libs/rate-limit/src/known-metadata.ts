import { Reflector } from '@nestjs/core';

type Target = Parameters<Reflector['getAllAndOverride']>[1][number];

/**
 * A Reflector that looks each metadata key of a handler and its class up once: decorators have run before the first
 * request. ThrottlerGuard looks six up per request.
 */
export class KnownMetadata extends Reflector {
  readonly #known = new WeakMap<Target, WeakMap<Target, Map<unknown, unknown>>>();

  override getAllAndOverride<Result, Key>(key: Key, targets: Target[]): Result {
    const [handler, controller] = targets;
    if (targets.length !== 2 || handler === undefined || controller === undefined)
      return super.getAllAndOverride<Result, Key>(key, targets);
    const values = this.#valuesOf(handler, controller);
    if (!values.has(key)) values.set(key, super.getAllAndOverride<Result, Key>(key, targets));
    return values.get(key) as Result;
  }

  /** By both: a handler may belong to a controller and to a class that extends it. */
  #valuesOf(handler: Target, controller: Target): Map<unknown, unknown> {
    let byController = this.#known.get(handler);
    if (byController === undefined) this.#known.set(handler, (byController = new WeakMap()));
    let values = byController.get(controller);
    if (values === undefined) byController.set(controller, (values = new Map()));
    return values;
  }
}
