import { requestJson } from './request';
import { forgetPushes } from './tools';

/** Calls a control of an embedded development chain. @throws ToolError */
export async function callControl<T>(network: string, control: string, body: object = {}): Promise<T> {
  const answer = await requestJson<T>(`/console/development/${network}/${control}`, body);
  if (control === 'restore') forgetPushes();
  return answer;
}
