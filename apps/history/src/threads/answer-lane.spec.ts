import { AnswerLane, LaneFullError } from './answer-lane';
import type { ThreadSettings } from './thread-messages';

const nothing = (): undefined => undefined;
const EVENTS = { undecodable: nothing, log: nothing, replaced: nothing };
const REQUEST = { chain: 'mainnet', method: 'GET', url: '/v2/history/get_actions', body: undefined };
/** No thread is started: requests wait. */
const lane = (waiting: number, waitingOfClient: number) =>
  new AnswerLane(
    {} as ThreadSettings,
    { threads: 0, perThread: 1, waiting, waitingOfClient, deadlineMs: 600_000 },
    EVENTS,
  );

describe('AnswerLane', () => {
  it.each([
    ['is full', 1, 2],
    ['has too many of the client', 2, 1],
  ])('a request that a lane refuses because it %s is charged for no work', async (_, waiting, ofClient) => {
    const full = lane(waiting, ofClient);
    const worked: number[] = [];
    const ask = () => full.answer({ ...REQUEST, client: 'a', worked: (ms) => worked.push(ms) });
    const first = ask();
    await expect(ask().answer).rejects.toThrow(LaneFullError);
    expect(worked).toEqual([0]);
    first.leave();
    await expect(first.answer).rejects.toThrow('the client has left');
    expect(worked).toEqual([0, 0]);
  });
});
