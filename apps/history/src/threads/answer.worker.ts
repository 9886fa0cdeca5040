import type { RequestListener } from 'node:http';
import os from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createLogger, type Logger, systemClock } from '@app/operations';
import { AbiCache } from '../decoding/abi-cache';
import { HistoryModule } from '../history.module';
import { createApplication } from '../http/create-application';
import { openHistoryReader } from '../store/open-store';
import type { FromThread, ThreadChain, ThreadRequest, ThreadSettings, ToThread } from './thread-messages';
import { answerOf } from './without-connection';

interface ServedChain {
  readonly answer: RequestListener;
  readonly abis: AbiCache;
  readonly close: () => Promise<void>;
}

/** Routes of one chain: the application of a history without a port. */
async function serve(
  { name, chainUrl, store, coldUrl }: ThreadChain,
  { storeLimits, version }: ThreadSettings,
  logger: Logger,
  tell: (message: FromThread) => void,
): Promise<ServedChain> {
  const reader = await openHistoryReader(store, storeLimits, coldUrl);
  const module = HistoryModule.forRoot({
    reader,
    source: { chain: name, version, hasStream: true, status: () => undefined },
    clock: systemClock,
    chainUrl,
    undecodable: () => tell({ kind: 'undecodable', chain: name }),
  });
  const app = await createApplication(module, logger, { isDocumented: false });
  await app.init();
  const close = async (): Promise<void> => {
    await app.close();
    await reader.close();
  };
  return {
    answer: app.getHttpAdapter().getInstance() as RequestListener,
    abis: app.get(AbiCache),
    close,
  };
}

async function run(port: MessagePort, settings: ThreadSettings): Promise<void> {
  // On Linux it is that of this thread; elsewhere that of the process, which all threads share.
  if (process.platform === 'linux') os.setPriority(settings.niceness);
  const tell = (message: FromThread, moved: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, moved);
  const logger = createLogger(
    { logLevel: 'warn', logBufferBytes: 0 },
    { write: (line) => tell({ kind: 'log', line }) },
  );
  const chains = new Map<string, ServedChain>();
  for (const chain of settings.chains)
    chains.set(chain.name, await serve(chain, settings, logger, (message) => tell(message)));
  const answer = async (id: number, { chain, ...request }: ThreadRequest): Promise<void> => {
    const served = chains.get(chain);
    if (served === undefined) throw new Error(`this thread has no chain ${chain}`);
    const found = await answerOf(served.answer, request);
    tell({ kind: 'answer', id, answer: found }, [found.body.buffer as ArrayBuffer]);
  };
  port.on('message', (message: ToThread) => {
    if (message.kind === 'request') void answer(message.id, message.request);
    if (message.kind === 'forget') chains.get(message.chain)?.abis.forget();
    if (message.kind === 'ping') tell({ kind: 'pong' });
    if (message.kind === 'stop')
      void Promise.all([...chains.values()].map(({ close }) => close())).then(() => port.close());
  });
  tell({ kind: 'ready' });
}

if (parentPort !== null) void run(parentPort, workerData as ThreadSettings);
