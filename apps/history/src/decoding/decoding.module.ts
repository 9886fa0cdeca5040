import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { HistoryReader } from '../store/port';
import { AbiCache } from './abi-cache';
import { Decoder } from './decoder';
import { READER } from './tokens';

/** The committed history, and what decodes it, for every subject. */
@Global()
@Module({})
export class DecodingModule {
  static forRoot(reader: HistoryReader): DynamicModule {
    return {
      module: DecodingModule,
      providers: [
        { provide: READER, useValue: reader },
        { provide: AbiCache, useValue: new AbiCache(reader) },
        { provide: Decoder, useFactory: (abis: AbiCache) => new Decoder(abis), inject: [AbiCache] },
      ],
      exports: [READER, AbiCache, Decoder],
    };
  }
}
