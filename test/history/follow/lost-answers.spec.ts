import { SecondWriterError, StoreUnavailableError } from '../../../apps/history/src/store/errors';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { followInto } from '../../harness/history/following';
import { ModelChain } from '../../harness/ship/model-chain';
import { ShipServer } from '../../harness/ship/ship-server';

/** A store whose answer can be lost after the work is done, as with a connection that ends during a commit. */
class LossyHistory extends MemoryHistory {
  losesUndo = false;
  /** Work of another process, which holds the lock of the writer until then. */
  other: (() => Promise<void>) | undefined;

  override async undoTo(num: number): Promise<void> {
    await super.undoTo(num);
    if (!this.losesUndo) return;
    this.losesUndo = false;
    throw new StoreUnavailableError('Connection terminated unexpectedly');
  }

  override async append(...given: Parameters<MemoryHistory['append']>): Promise<void> {
    const { other } = this;
    if (other === undefined) return super.append(...given);
    this.other = undefined;
    await other();
    throw new SecondWriterError('another history process writes');
  }
}

describe('forks that the follower did not see the store apply', () => {
  let chain: ModelChain;
  let server: ShipServer;
  let store: LossyHistory;

  beforeEach(async () => {
    chain = new ModelChain();
    chain.extend(30, 20);
    server = await ShipServer.start(chain);
    store = new LossyHistory();
  });
  afterEach(() => server.close());

  it('the follower reports a fork when the answer of the store to the undo was lost', async () => {
    const following = followInto(store, server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 30);
    store.losesUndo = true;
    chain.fork(3, 4);
    server.flush();
    await following.until(() => following.events.at(-1) === 31);
    await following.stop();
    expect(following.events.slice(30)).toEqual(['undone 27', 28, 29, 30, 31]);
  });

  it('the follower reports a fork when another process wrote it meanwhile', async () => {
    const following = followInto(store, server.url);
    await following.until(({ lastBlockNum }) => lastBlockNum === 30);
    const made = followInto(new MemoryHistory(), server.url);
    store.other = async () => {
      chain.fork(3, 4);
      server.flush();
      await made.until(({ lastBlockNum }) => lastBlockNum === chain.head.blockNum);
      await store.undoTo(28);
      store.blocks.push(...made.store.blocks.slice(28));
    };
    chain.extend(1, 20);
    server.flush();
    await following.until(() => following.events.includes('undone 28'));
    chain.extend(1, 20);
    server.flush();
    await following.until(() => following.events.at(-1) === chain.head.blockNum);
    await Promise.all([following.stop(), made.stop()]);
    expect(following.events.slice(30)).toEqual(['undone 28', chain.head.blockNum]);
    expect(store.blocks.map(({ block }) => block.id)).toEqual(chain.ids);
  });
});
