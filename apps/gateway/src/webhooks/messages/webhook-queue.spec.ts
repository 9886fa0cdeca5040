import { ManualClock } from '@app/operations';
import { partDigest, readEventId } from '../../events/stream/event-id';
import { VALUE_CURSORS } from '../../events/topics/stated-value';
import { continuedId, positionIn, positionText } from './webhook-position';
import { WebhookQueue } from './webhook-queue';

const part = (key: string) => ({
  ...{ key, topic: key, cursors: { ...VALUE_CURSORS, isLog: true } },
  read: () => Promise.reject(new Error('not asked')),
});
const [FILLS, HEAD] = [part('fills:alice'), part('head')];
const CHAIN = 'a'.repeat(16);
const fill = (id: number) => ({ event: 'fill', data: { id }, part: FILLS, cursor: `fill-${id}` });
const at = (cursor: string) => ({ chain: CHAIN, cursors: new Map([[partDigest('fills:alice'), cursor]]) });

function queueAt(counts: Record<string, number> = {}): WebhookQueue {
  const position = { epoch: '0'.repeat(16), eventId: '', counts };
  const queue = new WebhookQueue({ network: 'mainnet', webhook: 'desk', position }, new ManualClock());
  queue.begin(at('fill-0'), [FILLS]);
  return queue;
}
const cursorOf = (queue: WebhookQueue) =>
  readEventId(queue.position.eventId)?.cursors.get(partDigest('fills:alice'));
const never = new AbortController().signal;

describe('WebhookQueue', () => {
  it('WebhookQueue states what was accepted, and not what waits', async () => {
    const queue = queueAt();
    queue.send(fill(1), at('fill-1'));
    queue.send(fill(2), at('fill-2'));
    expect(cursorOf(queue)).toBe('fill-0');
    expect((await queue.next(never)).body).toContain('"id":1');
    queue.accepted();
    expect(cursorOf(queue)).toBe('fill-1');
    queue.send({ event: 'heartbeat', data: {} }, at('fill-9'));
    expect(cursorOf(queue)).toBe('fill-1');
    queue.accepted();
    queue.send({ event: 'heartbeat', data: {} }, at('fill-9'));
    expect(cursorOf(queue)).toBe('fill-9');
  });

  it('WebhookQueue states the head block that its events are of, also behind a message that is sent again', () => {
    const queue = queueAt();
    queue.send(fill(1), { ...at('fill-1'), headBlock: 7 });
    expect(queue.position.next).toBeDefined();
    expect(readEventId(continuedId(queue.position))?.headBlock).toBe(7);
    queue.accepted();
    queue.send({ event: 'heartbeat', data: {} }, { ...at('fill-1'), headBlock: 9 });
    expect(readEventId(queue.position.eventId)?.headBlock).toBe(9);
  });

  it('WebhookQueue gives events behind its position the ids that they had, and a repeated event another one', async () => {
    const first = queueAt();
    for (const id of [1, 2, 1]) first.send(fill(id), at(`fill-${id}`));
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      ids.push((await first.next(never)).id);
      if (index === 0) {
        first.accepted();
        const second = queueAt(positionIn(positionText(first.position))!.counts);
        second.send(fill(2), at('fill-2'));
        ids.push((await second.next(never)).id);
      } else first.accepted();
    }
    expect(ids[1]).toBe(ids[2]);
    expect(new Set(ids).size).toBe(3);
  });

  it('WebhookQueue has no room for a part of which events wait, and has it for the others', () => {
    const queue = queueAt();
    expect(queue.room(FILLS)).toBe(100);
    queue.send(fill(1), at('fill-1'));
    queue.send(fill(2), at('fill-2'));
    queue.accepted();
    expect([queue.room(FILLS), queue.room(HEAD)]).toEqual([0, 100]);
    queue.accepted();
    expect(queue.room(FILLS)).toBe(100);
  });

  it('WebhookQueue has no room at all while a hundred events wait that move no part', () => {
    const queue = queueAt();
    for (let each = 0; each < 100; each += 1)
      queue.send({ event: 'unavailable', data: {}, part: HEAD }, at('fill-0'));
    expect(queue.room(FILLS)).toBe(0);
    queue.accepted();
    expect(queue.room(FILLS)).toBe(100);
  });

  it('WebhookQueue tells a receiver once that it begins', async () => {
    const ready = { event: 'ready', data: { network: 'mainnet', topics: [], resumed: true } };
    const queue = queueAt();
    queue.send(ready, at('fill-0'));
    expect((await queue.next(never)).body).toContain('"resumed":false');
    queue.accepted();
    const later = queueAt(queue.position.counts as Record<string, number>);
    later.send(ready, at('fill-0'));
    expect(later.sinceMs).toBeUndefined();
  });
});
