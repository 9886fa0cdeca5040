import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Detail } from './detail';
import type { InputRequest } from './tool-input';

/** An answer whose headers can be set. */
export interface HeaderTarget {
  setHeader(name: string, value: string): unknown;
}

/** Answers a call. */
export type Answer = () => object | Promise<object>;

/** Rules that a tool declares for each of its calls. */
export interface CallRules {
  /** Runs the call; it may set headers of the answer. */
  readonly around?: (answer: Answer, response: HeaderTarget) => Promise<object>;
  /** Makes the short form of an answer, for inputs that ask for it. Pure. */
  readonly shorten?: (answer: object) => object;
}

const CallParameter = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  context.switchToHttp(),
);

type HttpCall = ReturnType<ExecutionContext['switchToHttp']>;
type Method = (this: unknown, ...values: unknown[]) => object | Promise<object>;

/**
 * Applies the rules of a tool to each call of its method, over MCP as well. The method gets a parameter more, which the
 * rules read: an interceptor of Nest takes 15 us of a call.
 */
export function applyRules(
  { around, shorten }: CallRules,
  target: object,
  name: string | symbol,
  descriptor: PropertyDescriptor,
): void {
  const method = descriptor.value as Method;
  const last = (Reflect.getMetadata('design:paramtypes', target, name) as unknown[]).length;
  CallParameter()(target, name, last);
  const ruled = async function (this: unknown, ...values: unknown[]): Promise<object> {
    const [call] = values.splice(last) as [HttpCall];
    const answer = () => method.apply(this, values);
    const whole = around === undefined ? await answer() : await around(answer, call.getResponse());
    if (shorten === undefined) return whole;
    // The parameters of the method have read it.
    const { detail } = (await call.getRequest<InputRequest>().toolInput) as { readonly detail?: Detail };
    return detail === 'concise' ? shorten(whole) : whole;
  };
  for (const key of Reflect.getOwnMetadataKeys(method) as string[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), ruled);
  descriptor.value = ruled;
}
