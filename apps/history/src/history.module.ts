import path from 'node:path';
import { CLOCK, type Clock } from '@app/operations';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsController } from './accounts/accounts.controller';
import { AccountsService } from './accounts/accounts.service';
import { ChainAccounts } from './accounts/chain-account';
import { ActionsController } from './actions/actions.controller';
import { ActionsService } from './actions/actions.service';
import { ArchivesController } from './archives/archives.controller';
import { ARCHIVE, type ServedArchive } from './archives/served-archive';
import { AbiCache } from './decoding/abi-cache';
import { Decoder } from './decoding/decoder';
import { READER } from './decoding/tokens';
import { Envelopes } from './envelope/envelopes';
import { ExplorerController } from './health/explorer.controller';
import { HealthController } from './health/health.controller';
import { HealthService } from './health/health.service';
import { NodeInfoReader } from './health/node-info';
import { SOURCE, type Source } from './health/source';
import { KeysController } from './keys/keys.controller';
import { KeysService } from './keys/keys.service';
import { BlockProver } from './proofs/block-prover';
import { NodeBlocks } from './proofs/node-blocks';
import { PageProofs } from './proofs/page-proofs';
import { ProposalsController } from './proposals/proposals.controller';
import { ProposalsService } from './proposals/proposals.service';
import { BlocksController } from './routes/blocks/get-blocks';
import { DeltasController } from './routes/deltas/get-deltas';
import { AbisController } from './routes/get-abi-snapshot';
import { CandlesController } from './routes/get-candles';
import { LinksController } from './routes/get-links';
import { MissedBlocksController } from './routes/get-missed-blocks';
import { SchedulesController } from './routes/get-schedule';
import { TokensController } from './routes/get-tokens';
import { TopHoldersController } from './routes/get-top-holders';
import { VoterScopesController } from './routes/get-voter-scopes';
import { VotersController } from './routes/get-voters';
import { ActionUsageController } from './routes/stats/get-action-usage';
import { ResourceUsageController } from './routes/stats/get-resource-usage';
import { TrxCountController } from './routes/stats/get-trx-count';
import { TableRowsController } from './routes/table-rows/get-table-rows';
import { TableStateController } from './routes/table-rows/get-table-state';
import type { HistoryReader } from './store/port';
import type { IndexEvents } from './stream/index-events';
import { StreamClientController } from './stream/stream-client.controller';
import { TraceController } from './trace/trace.controller';
import { TraceService } from './trace/trace.service';
import { TransactionsController } from './transactions/transactions.controller';
import { TransactionsService } from './transactions/transactions.service';

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

@Module({
  controllers: [
    ActionsController,
    DeltasController,
    TransactionsController,
    AccountsController,
    KeysController,
    LinksController,
    ProposalsController,
    ActionUsageController,
    BlocksController,
    ResourceUsageController,
    TableRowsController,
    TableStateController,
    TokensController,
    TopHoldersController,
    TrxCountController,
    VoterScopesController,
    VotersController,
    SchedulesController,
    MissedBlocksController,
    AbisController,
    CandlesController,
    TraceController,
    HealthController,
    ExplorerController,
    ArchivesController,
    StreamClientController,
  ],
  providers: [
    Envelopes,
    BlockProver,
    PageProofs,
    AccountsService,
    ActionsService,
    HealthService,
    KeysService,
    ProposalsService,
    TraceService,
    TransactionsService,
  ],
})
export class HistoryModule {
  static forRoot({ reader, source, clock, chainUrl, archiveDir, undecodable }: HistoryParts): DynamicModule {
    const abis = new AbiCache(reader);
    return {
      module: HistoryModule,
      providers: [
        { provide: READER, useValue: reader },
        { provide: AbiCache, useValue: abis },
        { provide: Decoder, useValue: new Decoder(abis, undecodable) },
        { provide: CLOCK, useValue: clock },
        { provide: SOURCE, useValue: source },
        {
          provide: ARCHIVE,
          useValue: { folder: archiveDir && path.resolve(archiveDir) } satisfies ServedArchive,
        },
        { provide: ChainAccounts, useValue: new ChainAccounts(chainUrl) },
        { provide: NodeBlocks, useValue: new NodeBlocks(chainUrl) },
        { provide: NodeInfoReader, useValue: new NodeInfoReader(chainUrl) },
      ],
    };
  }
}
