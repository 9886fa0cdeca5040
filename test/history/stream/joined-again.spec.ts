import { clientFrame } from '../../../apps/history/src/follow/websocket/client-frame';
import {
  openWebSocket,
  type OpenedWebSocket,
} from '../../../apps/history/src/follow/websocket/open-websocket';
import { OPCODE } from '../../../apps/history/src/follow/websocket/protocol';
import { SampleBlocks } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';
import { until } from '../../harness/until';

/** Packets of socket.io in a message of engine.io. */
const JOIN = '40';
const LEAVE = '41';
const CLIENTS = 20;
const HANDSHAKE_MS = 10_000;
/** First byte of a frame that closes a websocket. */
const CLOSE_FRAME = '\u0088';
const GREETED = /"event":"handshake"/g;

describe('connections of the stream', () => {
  let history: SampleHistory;
  let connection: OpenedWebSocket;
  let text: string;

  beforeAll(async () => {
    history = await SampleHistory.start([new SampleBlocks().next()], { streamBuffer: 100 });
  });
  afterAll(() => history.close());

  beforeEach(async () => {
    const url = `${history.url.replace('http', 'ws')}/stream/?EIO=4&transport=websocket`;
    connection = await openWebSocket(url, HANDSHAKE_MS, new AbortController().signal);
    text = '';
    connection.stream.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
    });
  });
  afterEach(() => connection.stream.destroy());

  /** In one piece: the server takes all of them in one turn. */
  const send = (...packets: string[]): unknown =>
    connection.stream.write(
      Buffer.concat(packets.map((packet) => clientFrame(OPCODE.text, Buffer.from(packet)))),
    );
  /** Clients that the server has taken. */
  const greeted = (): number => text.match(GREETED)?.length ?? 0;
  const isEnded = (): boolean => text.includes(CLOSE_FRAME);

  it('a client that joins in the place of one that left ends the connection', async () => {
    send(JOIN);
    await until(() => greeted() === 1);
    send(LEAVE);
    await history.read('/v2/health');
    send(JOIN);
    await until(() => isEnded() || greeted() > 1);
    expect(greeted()).toBe(1);
    expect(isEnded()).toBe(true);
  });

  it('clients that join in one turn end the connection', async () => {
    send(...Array.from({ length: CLIENTS }, () => JOIN));
    await until(() => isEnded() || greeted() === CLIENTS);
    expect(greeted()).toBe(1);
    expect(isEnded()).toBe(true);
  });
});
