import { Module } from '@nestjs/common';
import { ComposingModule } from '../composing/composing.module';
import { KeptAnswersModule } from '../kept-answers/kept-answers.module';
import { NetworkModule } from '../network/network.module';
import { ProfileModule } from '../profile/profile.module';
import { ProfileRenewal } from './profile-renewal';
import { ReloadModule } from './reload.module';

/** Takes over changed profiles. */
@Module({
  imports: [ComposingModule, KeptAnswersModule, NetworkModule, ProfileModule, ReloadModule],
  providers: [ProfileRenewal],
})
export class ProfileReloadModule {}
