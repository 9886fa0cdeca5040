import {
  AnswerField,
  BooleanField,
  EnumField,
  IntegerField,
  ObjectField,
  ObjectListField,
  StringOrNumberField,
  TextField,
  TextListField,
  ToolController,
  ToolInput,
} from '@app/tooling';
import {
  AccountField,
  AmountField,
  ComposeTool,
  NetworkAnswer,
  NetworkInput,
  PermissionField,
  ReadTool,
  RelayTool,
} from '../src';

export class DemoBookInput extends NetworkInput {
  @EnumField(['btcusdt', 'nativebtc'], { description: 'Trading pair' })
  pair!: 'btcusdt' | 'nativebtc';

  @IntegerField({ minimum: 1, maximum: 200, description: 'Levels per side' })
  depth = 20;

  @StringOrNumberField({ optional: true, description: 'First key of the page' })
  lower_bound?: string | number;

  @BooleanField({ optional: true })
  reverse?: boolean;
}

export class DemoLevel {
  @AnswerField({ type: 'string', description: 'Quote per base' })
  price!: string;
}

export class DemoBookAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string' })
  pair!: string;

  @AnswerField({ type: 'integer' })
  depth!: number;

  @AnswerField({ type: () => DemoLevel, list: true, description: 'Best first' })
  bids!: DemoLevel[];

  @AnswerField({ type: 'string', nullable: true, description: 'null when a side is empty' })
  spread!: string | null;

  @AnswerField({ type: 'json', list: true })
  rows!: unknown[];
}

export class DemoTransferInput extends NetworkInput {
  @AccountField({ description: 'Sender' })
  from!: string;

  @AmountField({ description: 'Amount in the token' })
  amount!: string | number;

  @TextField({ maxLength: 256, default: '' })
  memo!: string;

  @PermissionField()
  permission!: string;
}

export class DemoTransferAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string' })
  amount!: string | number;

  @AnswerField({ type: 'string' })
  memo!: string;

  @AnswerField({ type: 'string' })
  permission!: string;
}

export class DemoSigned {
  @TextListField({ minItems: 1, maxItems: 3, item: { minLength: 1 } })
  signatures!: string[];

  @TextField({ pattern: '^[0-9a-f]+$', patternReason: 'must be lower-case hex' })
  packed_trx!: string;

  @EnumField([0, 'none'], { default: 0 })
  compression!: 0 | 'none';
}

export class DemoNote {
  @TextField({ maxLength: 5 })
  text!: string;

  @IntegerField({ optional: true })
  page?: number;
}

export class DemoPushInput extends NetworkInput {
  @ObjectField(() => DemoSigned, { description: 'The signed transaction' })
  signed_tx!: DemoSigned;

  @ObjectListField(() => DemoNote, { optional: true, minItems: 1, maxItems: 3, description: 'Notes' })
  notes?: DemoNote[];
}

export class DemoPushAnswer extends NetworkAnswer {
  @AnswerField({ type: 'id' })
  id!: number | string;

  @AnswerField({ type: 'json' })
  received!: unknown;
}

/** Tools of every kind of field, for the specs of this lib and of the MCP surface. */
@ToolController('Demo')
export class DemoController {
  @ReadTool('demo_book', {
    title: 'Demo book',
    description: 'A made-up book.',
    answer: DemoBookAnswer,
    examples: [{ pair: 'btcusdt', depth: 5 }],
  })
  book(@ToolInput() { network, pair, depth }: DemoBookInput): DemoBookAnswer {
    return { network, pair, depth, bids: [{ price: '1.5' }], spread: null, rows: [1, 'two', { three: 3 }] };
  }

  @ComposeTool('demo_transfer', {
    title: 'Demo transfer',
    description: 'Composes nothing.',
    answer: DemoTransferAnswer,
    examples: [{ from: 'alice', amount: '1.5' }],
  })
  async transfer(
    @ToolInput() { network, amount, memo, permission }: DemoTransferInput,
  ): Promise<DemoTransferAnswer> {
    return Promise.resolve({ network, amount: String(amount), memo, permission });
  }

  @RelayTool('demo_push', {
    title: 'Demo push',
    description: 'Sends nothing.',
    answer: DemoPushAnswer,
    examples: [{ signed_tx: { signatures: ['SIG'], packed_trx: '00' } }],
  })
  push(@ToolInput() { network, signed_tx }: DemoPushInput): DemoPushAnswer {
    return { network, id: 1, received: signed_tx };
  }
}
