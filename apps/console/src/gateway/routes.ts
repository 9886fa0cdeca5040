import { config } from './config';
import { requestJson } from './request';

/** Calls a route of the node API of a network. @throws ToolError */
export const callNode = <T>(network: string, path: string, body?: object): Promise<T> =>
  requestJson<T>(`/${network}${path}`, body);

/** Name of the network that is shown when the address names none. */
export const defaultNetwork = (): string => config().networks[0]?.name ?? 'mainnet';
