import { VerifiedCall } from '@app/operations';
import type { Answer, HeaderTarget } from '@app/tooling';

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

/** Runs a call whose reads are compared over nodes, and states the outcome in a header of its answer. */
export async function verified(answer: Answer, response: HeaderTarget): Promise<object> {
  const call = new VerifiedCall();
  const whole = await call.run(answer);
  const { weakest } = call;
  if (weakest !== undefined) {
    response.setHeader(VERIFIED_HEADER_NAME, `${weakest.agreeing}/${weakest.asked}`);
  }
  return whole;
}
