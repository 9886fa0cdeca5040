import type { HttpHandler, HttpReply } from './http-server';

/** Calls `observe` with the path and the reply before each reply is sent. */
export function observeReplies(
  handle: HttpHandler,
  observe: (path: string, reply: HttpReply) => void,
): HttpHandler {
  return (target, body, origin) => {
    const observed = (reply: HttpReply): HttpReply => {
      const [path = ''] = target.split('?');
      observe(path, reply);
      return reply;
    };
    const reply = handle(target, body, origin);
    return reply instanceof Promise ? reply.then(observed) : observed(reply);
  };
}
