import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { HistoryReader } from '../store/port';
import { AbiCache } from './abi-cache';
import { Decoder } from './decoder';
import { READER } from './tokens';

/** The committed history, and what decodes it, for every subject. */
@Global()
@Module({})
export class DecodingModule {
  /** @param undecodable called for each value that is shown in hex because its ABI does not fit */
  static forRoot(reader: HistoryReader, undecodable?: () => void): DynamicModule {
    return {
      module: DecodingModule,
      providers: [
        { provide: READER, useValue: reader },
        { provide: AbiCache, useValue: new AbiCache(reader) },
        {
          provide: Decoder,
          useFactory: (abis: AbiCache) => new Decoder(abis, undecodable),
          inject: [AbiCache],
        },
      ],
      exports: [READER, AbiCache, Decoder],
    };
  }
}
