import type { ToolName, Tools } from '@app/client';
import { ToolRequests } from '../../../../libs/client/src/tool-requests';
import { BASE } from '../app/location';
import { notedFetch } from './request';

const newRequests = (): ToolRequests => new ToolRequests({ url: BASE, fetch: notedFetch });

/** Its reads see the pushes of this page, at every replica of the gateway. */
let requests = newRequests();

/** Reads need not see the pushes any more: an earlier state of the chain was restored. */
export const forgetPushes = (): void => {
  requests = newRequests();
};

type Body<T extends ToolName> = Omit<Tools[T]['body'], 'network'>;
/** Names and choices are any text: which of them there are is the network's. */
type InputOf<T extends ToolName> = {
  readonly [Member in keyof Body<T>]: NonNullable<Body<T>[Member]> extends string ? string : Body<T>[Member];
};

/** Calls a tool of a network. Polls try again at times of their own. @throws ToolError */
export const callTool = <T extends ToolName>(
  network: string,
  tool: T,
  ...[input]: Record<never, never> extends InputOf<T> ? [input?: InputOf<T>] : [input: InputOf<T>]
): Promise<Tools[T]['answer']> => requests.send(tool, { ...input, network }) as Promise<Tools[T]['answer']>;
