import type { RandomBelow } from '@app/operations';

/** A linear congruential generator. */
export function seeded(seed: number): RandomBelow {
  let state = seed % 0x7fff_ffff;
  return (below) => {
    state = (state * 48_271 + 11) % 0x7fff_ffff;
    return Math.floor((state / 0x7fff_ffff) * below);
  };
}
