import { integer, NAME, OPTIONAL_NAME, testFields } from '../../testing/field-rules';
import { GetHistoryInput } from './get-history.dto';

const TIME = {
  taken: ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.500Z'],
  absent: undefined,
  refused: [
    ['2026-11-21', 'must be a time in ISO 8601 and UTC'],
    ['2026-11-21T12:00:00', 'must be a time in ISO 8601 and UTC'],
    [7, 'must be a string'],
    [null, 'must be a string'],
  ],
} as const;

testFields({
  get_history: {
    input: GetHistoryInput,
    right: { account: 'alice' },
    fields: {
      ...{
        account: NAME,
        contract: OPTIONAL_NAME,
        action: OPTIONAL_NAME,
        from: OPTIONAL_NAME,
        to: OPTIONAL_NAME,
      },
      token: {
        taken: ['BTC', 'USDT', 'NATIVE', 'TPF', 'CBTC'],
        absent: undefined,
        refused: [
          ['btc', 'must be'],
          [1, 'must be'],
          [null, 'must be'],
        ],
      },
      ...{ after: TIME, before: TIME, limit: { ...integer(1, 100), absent: 20 } },
      cursor: {
        taken: ['1', '18446744073709551615'],
        absent: undefined,
        refused: [
          ['0', 'must be next_cursor of an answer'],
          ['7-1', 'must be next_cursor of an answer'],
          [7, 'must be a string'],
          [null, 'must be a string'],
        ],
      },
    },
  },
});
