import path from 'node:path';
import { CLOCK, type Clock } from '@app/operations';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AbisModule } from './abis/abis.module';
import { AccountsModule } from './accounts/accounts.module';
import { ChainAccounts } from './accounts/chain-account';
import { ArchivesModule } from './archives/archives.module';
import { ARCHIVE, type ServedArchive } from './archives/served-archive';
import { ActionsModule } from './actions/actions.module';
import { DecodingModule } from './decoding/decoding.module';
import { DeltasModule } from './deltas/deltas.module';
import { EnvelopeModule } from './envelope/envelope.module';
import { HealthModule } from './health/health.module';
import { NodeInfoReader } from './health/node-info';
import { SOURCE, type Source } from './health/source';
import { KeysModule } from './keys/keys.module';
import { LinksModule } from './links/links.module';
import { CandlesModule } from './candles/candles.module';
import { MissedBlocksModule } from './missed-blocks/missed-blocks.module';
import { BlockProver } from './proofs/block-prover';
import { NodeBlocks } from './proofs/node-blocks';
import { PageProofs } from './proofs/page-proofs';
import { ProposalsModule } from './proposals/proposals.module';
import { RoutesModule } from './routes/routes.module';
import { SchedulesModule } from './schedules/schedules.module';
import type { HistoryReader } from './store/port';
import type { IndexEvents } from './stream/index-events';
import { StreamModule } from './stream/stream.module';
import { TraceModule } from './trace/trace.module';
import { TransactionsModule } from './transactions/transactions.module';

/** Parts of one history. */
export interface HistoryParts {
  readonly reader: HistoryReader;
  readonly source: Source;
  readonly clock: Clock;
  /** HTTP API of a node of the chain, without a slash at its end. */
  readonly chainUrl: string | undefined;
  /** Folder of an archive that is served; undefined: none is. */
  readonly archiveDir?: string | undefined;
  /** Changes of the history, for the stream; without them none is served. */
  readonly events?: IndexEvents;
  /** Messages that a client of the stream may leave unread; default 1000. */
  readonly streamBuffer?: number;
  /** Called for each value that is shown in hex because its ABI does not fit, or costs too much. */
  readonly undecodable?: () => void;
}

@Global()
@Module({
  imports: [
    EnvelopeModule,
    ActionsModule,
    DeltasModule,
    TransactionsModule,
    AccountsModule,
    KeysModule,
    LinksModule,
    ProposalsModule,
    RoutesModule,
    SchedulesModule,
    MissedBlocksModule,
    AbisModule,
    CandlesModule,
    TraceModule,
    HealthModule,
    ArchivesModule,
    StreamModule,
  ],
})
export class HistoryModule {
  static forRoot({ reader, source, clock, chainUrl, archiveDir, undecodable }: HistoryParts): DynamicModule {
    return {
      module: HistoryModule,
      imports: [DecodingModule.forRoot(reader, undecodable)],
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: SOURCE, useValue: source },
        {
          provide: ARCHIVE,
          useValue: { folder: archiveDir && path.resolve(archiveDir) } satisfies ServedArchive,
        },
        { provide: ChainAccounts, useValue: new ChainAccounts(chainUrl) },
        { provide: NodeBlocks, useValue: new NodeBlocks(chainUrl) },
        BlockProver,
        PageProofs,
        { provide: NodeInfoReader, useValue: new NodeInfoReader(chainUrl) },
      ],
      exports: [CLOCK, SOURCE, ARCHIVE, ChainAccounts, BlockProver, PageProofs, NodeInfoReader],
    };
  }
}
