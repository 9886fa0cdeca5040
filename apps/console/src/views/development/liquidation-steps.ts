import type { EndedLoanAnswer, LiquidationAnswer, LoanAnswer } from '@app/client';
import { callControl } from '../../gateway/development';
import { ToolError } from '../../gateway/request';
import { callTool } from '../../gateway/tools';
import { priceBelow } from './falling-price';

/** A loan is liquidated 72 hours after it was found at risk. */
const WAIT_SECONDS = 72 * 3_600 + 60;
/** 40 s: simulated traffic processes the queue every 15 s. */
const BLOCKS = 80;
/** After a jump of the clock the gateway answers again once all its nodes have followed. */
const READ_EVERY_MS = 2_000;
const READS = 60;

/** The loan and its sale. Facts are null where the chain does not state them. */
export interface Liquidated {
  readonly loan: LoanAnswer;
  readonly facts: LiquidationAnswer | null;
}

/**
 * Sets the price below that at which a loan is liquidated, and lets the time pass after which it is.
 * @throws ToolError, and Error where it is not liquidated
 */
export async function liquidate(
  network: string,
  loan: LoanAnswer,
  onStep: (step: string) => void,
): Promise<Liquidated> {
  const price = priceBelow(loan.liquidation_price ?? '');
  if (price === undefined) throw new Error('the liquidation price of the loan is not known');
  const { simulation } = await callControl<{ simulation: string }>(network, 'status');
  if (simulation !== 'running')
    throw new Error('simulated traffic is not running: no account processes the queue of the loans');
  onStep(`The price falls to ${price} USD.`);
  await callControl(network, 'price', { price });
  await callControl(network, 'produce-blocks', { count: BLOCKS });
  onStep('The clock moves forward by 72 hours.');
  await callControl(network, 'advance-time', { seconds: WAIT_SECONDS });
  await callControl(network, 'produce-blocks', { count: BLOCKS });
  onStep('Waiting until the gateway sees the new blocks.');
  const ended = await waitForEnd(network, loan);
  if (ended.status !== 'liquidated') throw new Error(`the loan is ${ended.status} and was not liquidated`);
  return { loan, facts: ended.liquidation };
}

/** @throws Error where the loan does not end, with the reason of the last read that failed */
async function waitForEnd(network: string, loan: LoanAnswer): Promise<EndedLoanAnswer> {
  let failure = 'the loan is not liquidated: the liquidator may have too little USDT to pay for it';
  for (let reads = 0; reads < READS; reads += 1) {
    try {
      const ended = await endOf(network, loan);
      if (ended !== undefined) return ended;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      failure = error.message;
    }
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
  }
  throw new Error(failure);
}

async function endOf(network: string, { account, id }: LoanAnswer): Promise<EndedLoanAnswer | undefined> {
  const { history } = await callTool(network, 'get_loans', {
    ...{ account, include_completed: true },
  });
  return history?.find((each) => each.id === id);
}
