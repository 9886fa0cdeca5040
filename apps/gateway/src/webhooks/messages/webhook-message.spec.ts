import { Webhook } from 'standardwebhooks';
import { VALUE_CURSORS } from '../../events/topics/stated-value';
import { deliveryHeaders, messageOf } from './webhook-message';

const PLACE = { network: 'mainnet', webhook: 'desk', epoch: '0123456789abcdef', part: 'a', number: 1 };
const part = (isLog: boolean) => ({
  ...{ key: 'k', topic: 'k', cursors: { ...VALUE_CURSORS, isLog } },
  read: () => Promise.reject(new Error('not asked')),
});
const EVENT = { event: 'fill', data: { id: 1 }, part: part(true), cursor: 'c1' };
const idOf = (event: Parameters<typeof messageOf>[0], place = PLACE) => messageOf(event, place, 0).id;

describe('deliveryHeaders', () => {
  it('deliveryHeaders signs as the example of the published specification', () => {
    // Source: the test vector of the Standard Webhooks libraries.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
    const headers = deliveryHeaders(message, [secret], 1_614_265_330_999);
    expect(headers['webhook-timestamp']).toBe('1614265330');
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('deliveryHeaders signs by each secret, apart by a space', () => {
    const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
    const message = messageOf(EVENT, PLACE, Date.now());
    const headers = deliveryHeaders(message, secrets, Date.now());
    for (const secret of secrets)
      expect(new Webhook(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
  });
});

describe('messageOf', () => {
  it('messageOf gives an event of a log that is found again its id, wherever its cursor stands meanwhile', () => {
    expect(idOf({ ...EVENT, cursor: 'c2' })).toBe(idOf(EVENT));
    expect(messageOf(EVENT, PLACE, 5).id).toBe(idOf(EVENT));
  });

  it('messageOf gives a value that is found again its id, whatever of it is not compared', () => {
    const value = { ...EVENT, event: 'price', part: part(false) };
    expect(idOf({ ...value, data: { age: 7 } })).toBe(idOf(value));
    expect(idOf({ ...value, cursor: 'c2' })).not.toBe(idOf(value));
  });

  it('messageOf gives another event in the place of one, and the same one in another place, other ids', () => {
    const ids = [
      idOf(EVENT),
      idOf({ ...EVENT, data: { id: 2 } }),
      idOf({ ...EVENT, event: 'undone' }),
      idOf(EVENT, { ...PLACE, number: 2 }),
      idOf(EVENT, { ...PLACE, part: 'b' }),
      idOf(EVENT, { ...PLACE, epoch: 'f'.repeat(16) }),
      idOf(EVENT, { ...PLACE, webhook: 'other' }),
      idOf(EVENT, { ...PLACE, network: 'testnet' }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
