import type { Surface } from './surface';
import { OTHER_PATHS } from './surfaces';

/** Finds the surface of a path. Routes keep theirs from their registration: only unmatched requests search. */
export class SurfaceTable {
  readonly #paths = new Map<string, Surface>();
  readonly #prefixes: readonly (readonly [prefix: string, surface: Surface])[];

  /** @throws Error when two surfaces claim the same path or prefix */
  constructor(surfaces: readonly Surface[]) {
    const prefixes = new Map<string, Surface>();
    for (const surface of surfaces) {
      for (const path of surface.paths ?? []) addOnce(this.#paths, path, surface);
      for (const prefix of surface.prefixes) addOnce(prefixes, prefix, surface);
    }
    this.#prefixes = [...prefixes].sort(([a], [b]) => b.length - a.length);
  }

  of(path: string): Surface {
    return (
      this.#paths.get(path) ?? this.#prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? OTHER_PATHS
    );
  }
}

function addOnce(surfaces: Map<string, Surface>, path: string, surface: Surface): void {
  if (surfaces.has(path)) throw new Error(`two surfaces claim ${path}`);
  surfaces.set(path, surface);
}
