import { requestJson } from './request';

/** Calls a control of an embedded development chain. @throws GatewayError */
export const callControl = <T>(network: string, control: string, body: object = {}): Promise<T> =>
  requestJson<T>(`/console/development/${network}/${control}`, { body });
