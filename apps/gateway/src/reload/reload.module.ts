import { Module } from '@nestjs/common';
import { ChainsModule } from '../chains/chains.module';
import { NetworkReload } from './network-reload';

/** Takes over a changed configuration of the networks; profiles only with ProfileReloadModule. */
@Module({ imports: [ChainsModule], providers: [NetworkReload], exports: [NetworkReload] })
export class ReloadModule {}
