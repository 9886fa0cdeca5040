import type { PublicKeyValue } from '@app/antelope';
import { SYSTEM_ACCOUNT } from '../sdk/native-actions';
import type { ProducerScheduleRecord } from './producer-record';

/** Schedule of a new chain: the system account makes all blocks. */
export const initialSchedule = (key: PublicKeyValue): ProducerScheduleRecord => ({
  version: 0,
  producers: [{ producer: SYSTEM_ACCOUNT, threshold: 1, keys: [{ key, weight: 1 }] }],
});
