import { VerifiedCall } from '@app/operations';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Detail } from './detail';
import type { ToolRequest } from './tool-input';

/** Name of the header of an answer whose reads were compared over nodes. */
export const VERIFIED_HEADER_NAME = 'x-verified';

/** That header in the API description. */
export const VERIFIED_HEADER = {
  [VERIFIED_HEADER_NAME]: {
    description:
      'Nodes that gave the answer, of those it was compared over, as in `2/3`: of the read that the fewest agree on. ' +
      'Absent where nothing was compared',
    schema: { type: 'string', example: '2/2' },
  },
};

interface HeaderTarget {
  setHeader(name: string, value: string): unknown;
}

/** Rules that a tool declares for each of its calls. */
export interface CallRules {
  /** The reads are compared over nodes, and the outcome is in a header of the answer. */
  readonly isVerified: boolean;
  /** Makes the short form of an answer, for inputs that ask for it. Pure. */
  readonly shorten?: (answer: object) => object;
}

const CallParameter = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  context.switchToHttp(),
);

type HttpCall = ReturnType<ExecutionContext['switchToHttp']>;
type Method = (this: unknown, ...values: unknown[]) => unknown;

/**
 * Applies the rules of a tool to each call of its method, over MCP as well. The method gets a parameter more, which the
 * rules read: an interceptor of Nest takes 15 us of a call.
 */
export function applyRules(
  rules: CallRules,
  target: object,
  name: string | symbol,
  descriptor: PropertyDescriptor,
): void {
  const method = descriptor.value as Method;
  const last = (Reflect.getMetadata('design:paramtypes', target, name) as unknown[]).length;
  CallParameter()(target, name, last);
  const ruled = async function (this: unknown, ...values: unknown[]): Promise<object> {
    const [call] = values.splice(last) as [HttpCall];
    const answer = async () => (await method.apply(this, values)) as object;
    const whole = rules.isVerified ? await verified(answer, call.getResponse()) : await answer();
    const { shorten } = rules;
    if (shorten === undefined) return whole;
    // The parameters of the method have read it.
    const { detail } = (await call.getRequest<ToolRequest>().toolInput) as { readonly detail?: Detail };
    return detail === 'concise' ? shorten(whole) : whole;
  };
  for (const key of Reflect.getOwnMetadataKeys(method) as string[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), ruled);
  descriptor.value = ruled;
}

async function verified(answer: () => Promise<object>, response: HeaderTarget): Promise<object> {
  const call = new VerifiedCall();
  const whole = await call.run(answer);
  const { weakest } = call;
  if (weakest !== undefined) {
    response.setHeader(VERIFIED_HEADER_NAME, `${weakest.agreeing}/${weakest.asked}`);
  }
  return whole;
}
