import { ValueError } from './value-error';

/** Runs `work`, and lets a ValueError out of it say where it was: a member name or `[index]`. */
export function within<T>(segment: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ValueError ? error.within(segment) : error;
  }
}
