import { readStreamQuery, withNodeKey } from './session';

const OPEN = '0{"sid":"lv_VI97HAXpY6-yWYAAAC","upgrades":["websocket"],"pingInterval":25000}';

describe('the id of a session', () => {
  it('the id of a session carries the key of its node to the client, and reaches the node as the node gave it', () => {
    const opened = withNodeKey(OPEN, 'ab12') ?? '';
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
    const query = readStreamQuery(`EIO=4&transport=polling&t=x&sid=${encodeURIComponent(sid)}`);
    expect(query).toEqual({
      transport: 'polling',
      version: '4',
      nodeKey: 'ab12',
      forNode: 'EIO=4&transport=polling&t=x&sid=lv_VI97HAXpY6-yWYAAAC',
    });
  });

  it('the id of a session is absent in the first request, whose query stays as it is', () => {
    expect(readStreamQuery('EIO=4&transport=polling&x=%20a')).toMatchObject({
      nodeKey: undefined,
      forNode: 'EIO=4&transport=polling&x=%20a',
    });
  });

  it.each(['sid=without-key', 'sid=a.b&sid=c.d'])(
    'the id of a session is refused in the query %s',
    (query) => {
      expect(readStreamQuery(query)).toBeUndefined();
    },
  );

  it.each(['{"code":0,"message":"Transport unknown"}', '', '42["event"]'])(
    'the id of a session is not added to %s',
    (body) => {
      expect(withNodeKey(body, 'ab12')).toBeUndefined();
    },
  );
});
