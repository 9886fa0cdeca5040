import type { AdminContext } from './admin-context';
import { AdminError } from './admin-error';
import { adminRoute, type AdminRoute } from './admin-route';
import { NO_MEMBERS } from './fields';

const TAG = 'Simulated traffic';

const pauseRoute = (verb: 'pause' | 'resume', isPaused: boolean, description: string): AdminRoute =>
  adminRoute({
    path: `/devchain/${verb}-simulation`,
    tag: TAG,
    title: `${isPaused ? 'Pause' : 'Resume'} simulated traffic`,
    description,
    body: NO_MEMBERS,
    example: {},
    answers: { simulation: isPaused ? 'paused' : 'running' },
    run: (context) => {
      if (context.simulation === undefined) throw new AdminError('the chain has no simulated traffic');
      context.simulation.isPaused = isPaused;
      return { simulation: simulationState(context) };
    },
  });

/** Whether there is simulated traffic, and whether it is paused. */
export function simulationState({ simulation }: AdminContext): 'running' | 'paused' | 'off' {
  if (simulation === undefined) return 'off';
  return simulation.isPaused ? 'paused' : 'running';
}

export const SIMULATION_ROUTES: readonly AdminRoute[] = [
  pauseRoute(
    'pause',
    true,
    'No simulated account acts until it is resumed, and the feeders submit nothing: the oracle price is stale after five minutes, unless a price is set. Blocks continue.',
  ),
  pauseRoute('resume', false, 'Simulated accounts and feeders act again.'),
];
