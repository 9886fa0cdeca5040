import { ToolError } from './request';
import { callNode } from './routes';

/** Calls a route of a history node; `no history` where the network has none. @throws ToolError */
export async function callHistory<T>(network: string, path: string): Promise<T | 'no history'> {
  try {
    return await callNode<T>(network, path);
  } catch (error) {
    // The nodes of the chain know no such route.
    if (error instanceof ToolError && error.status === 404) return 'no history';
    throw error;
  }
}
