import { requestJson } from './request';
import { config } from './config';

/** Calls a tool of a network. @throws GatewayError */
export const callTool = <T>(network: string, tool: string, input: object = {}): Promise<T> =>
  requestJson<T>(`/v1/tools/${tool}`, { body: { ...input, network } });

/** Calls a route of the node API of a network. @throws GatewayError */
export const callNode = <T>(network: string, path: string, body?: object): Promise<T> =>
  requestJson<T>(`/${network}${path}`, body === undefined ? {} : { body });

/** Name of the network that is shown when the address names none. */
export const defaultNetwork = (): string => config().networks[0]?.name ?? 'mainnet';
