import type { PublicKeyValue } from '@app/antelope';

export interface ProducerRecord {
  producer: string;
  threshold: number;
  keys: readonly { key: PublicKeyValue; weight: number }[];
}

export interface ProducerScheduleRecord {
  version: number;
  producers: readonly ProducerRecord[];
}
