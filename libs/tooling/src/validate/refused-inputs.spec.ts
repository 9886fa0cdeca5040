import { DemoBookInput, DemoPushInput, DemoTransferInput } from '../../../chain-tools/testing/demo-tools';
import { book, type InputClass, push, refusal, transfer } from './testing/refusals';

/** The published example key of the wallet import format. */
const WIF = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';

describe('refused inputs', () => {
  it.each<[string, InputClass, unknown, string]>([
    ['missing', DemoBookInput, {}, 'pair: is required'],
    [
      'wrong enum',
      DemoBookInput,
      { pair: 'btc' },
      'pair: must be btcusdt or nativebtc, got the string "btc"',
    ],
    ['null', DemoBookInput, { pair: null }, 'pair: must be a string, got null'],
    ['list', DemoBookInput, { pair: ['btcusdt'] }, 'pair: must be a string, got an array'],
    ['number too small', DemoBookInput, { ...book, depth: 0 }, 'depth: must be from 1 to 200, got 0'],
    ['number too large', DemoBookInput, { ...book, depth: 201 }, 'depth: must be from 1 to 200, got 201'],
    ['fraction', DemoBookInput, { ...book, depth: 1.5 }, 'depth: must be an integer, got the number 1.5'],
    [
      'number as string',
      DemoBookInput,
      { ...book, depth: '5' },
      'depth: must be an integer, got the string "5": send it without quotes',
    ],
    [
      'integer as string that no JSON number keeps',
      DemoBookInput,
      { ...book, depth: '9007199254740993' },
      'depth: must be an integer, got the string "9007199254740993": an integer ends at 9007199254740991',
    ],
    [
      'boolean as string',
      DemoBookInput,
      { ...book, reverse: 'true' },
      'reverse: must be true or false, got the string "true": send it without quotes',
    ],
    [
      'boolean as number',
      DemoBookInput,
      { ...book, reverse: 1 },
      'reverse: must be true or false, got the number 1',
    ],
    [
      'neither string nor number',
      DemoBookInput,
      { ...book, lower_bound: true },
      'lower_bound: must be a string or an integer, got true',
    ],
    [
      'inexact number',
      DemoBookInput,
      { ...book, lower_bound: 2 ** 53 },
      'lower_bound: 9007199254740992 is too large to be exact as a JSON number: send it as a string',
    ],
    [
      'a fraction where a string or an integer is asked for',
      DemoBookInput,
      { ...book, lower_bound: 1.5 },
      'lower_bound: as a JSON number it must be an integer of at least 0, got 1.5: send it as a string',
    ],
    [
      'a negative number where a string or an integer is asked for',
      DemoBookInput,
      { ...book, lower_bound: -1 },
      'lower_bound: as a JSON number it must be an integer of at least 0, got -1: send it as a string',
    ],
    [
      'account in capitals',
      DemoTransferInput,
      { ...transfer, from: 'ALICE' },
      'from: must be an account name: 1 to 12 characters of a-z, 1-5 and ".", got "ALICE"',
    ],
    [
      'account the chain would change',
      DemoTransferInput,
      { ...transfer, from: 'alice.' },
      'from: "alice." is not a name of the chain: it ends with a dot',
    ],
    ['amount zero', DemoTransferInput, { ...transfer, amount: '0.00' }, 'amount: must be greater than zero'],
    ['amount negative', DemoTransferInput, { ...transfer, amount: -1 }, 'amount: "-1" is negative'],
    [
      'amount in words',
      DemoTransferInput,
      { ...transfer, amount: '1e5' },
      'amount: "1e5" is not a decimal number like "12.5"',
    ],
    [
      'amount inexact',
      DemoTransferInput,
      { ...transfer, amount: 2 ** 53 },
      'amount: 9007199254740992 cannot be exact as a JSON number: send it as a string',
    ],
    [
      'text too long, in characters',
      DemoTransferInput,
      { ...transfer, memo: '😀'.repeat(257) },
      'memo: must have at most 256 characters, has 257',
    ],
    [
      'broken text',
      DemoTransferInput,
      { ...transfer, memo: '\ud800' },
      'memo: is not well-formed Unicode text',
    ],
    [
      'nested not an object',
      DemoPushInput,
      { signed_tx: 'x' },
      'signed_tx: must be an object, got the string "x"',
    ],
    [
      'nested list',
      DemoPushInput,
      { signed_tx: [push.signed_tx] },
      'signed_tx: must be an object, got an array',
    ],
    [
      'nested missing',
      DemoPushInput,
      { signed_tx: { signatures: ['S'] } },
      'signed_tx.packed_trx: is required',
    ],
    [
      'nested list item',
      DemoPushInput,
      { signed_tx: { ...push.signed_tx, signatures: ['S', 7, ''] } },
      'signed_tx.signatures[1]: must be a string, got the number 7; signed_tx.signatures[2]: must not be empty',
    ],
    [
      'nested list empty',
      DemoPushInput,
      { signed_tx: { ...push.signed_tx, signatures: [] } },
      'signed_tx.signatures: must have at least 1 item, has 0',
    ],
    [
      'nested pattern',
      DemoPushInput,
      { signed_tx: { ...push.signed_tx, packed_trx: 'AA' } },
      'signed_tx.packed_trx: must be lower-case hex, got "AA"',
    ],
    [
      'nested enum of two types',
      DemoPushInput,
      { signed_tx: { ...push.signed_tx, compression: 1 } },
      'signed_tx.compression: must be 0 or none, got the number 1',
    ],
    [
      'nested unknown',
      DemoPushInput,
      { signed_tx: { ...push.signed_tx, packed_tx: '00' } },
      'signed_tx: unknown field "packed_tx"; did you mean "packed_trx"?',
    ],
    [
      'list of objects not a list',
      DemoPushInput,
      { ...push, notes: { text: 'a' } },
      'notes: must be an array, got an object',
    ],
    [
      'list of objects too long',
      DemoPushInput,
      { ...push, notes: [{ text: 'a' }, { text: 'b' }, { text: 'c' }, { text: 'd' }] },
      'notes: must have at most 3 items, has 4',
    ],
    [
      'items of a list of objects',
      DemoPushInput,
      { ...push, notes: [{ text: 'a' }, 7, { text: 'too long', pages: 1, page: 'x' }] },
      'notes[2]: unknown field "pages"; did you mean "page"?; notes[1]: must be an object, got the number 7; ' +
        'notes[2].text: must have at most 5 characters, has 8; notes[2].page: must be an integer, got the string "x"',
    ],
    [
      'unknown, near',
      DemoTransferInput,
      { ...transfer, amout: 1 },
      'unknown field "amout"; did you mean "amount"?',
    ],
    [
      'unknown, another case',
      DemoTransferInput,
      { ...transfer, Memo: 1 },
      'unknown field "Memo"; did you mean "memo"?',
    ],
    [
      'a variation selector counted as a character',
      DemoTransferInput,
      { ...transfer, memo: 'a\ufe0f'.repeat(129) },
      'memo: must have at most 256 characters, has 258',
    ],
    [
      'null for an optional field',
      DemoBookInput,
      { ...book, lower_bound: null },
      'lower_bound: must be a string or an integer, got null',
    ],
    [
      "placeholders of class-validator's messages, quoted as sent",
      DemoTransferInput,
      { ...transfer, from: '$value $property $target $constraint1' },
      'from: must be an account name: 1 to 12 characters of a-z, 1-5 and ".", got "$value $property $target $constraint1"',
    ],
    ['unknown, far', DemoTransferInput, { ...transfer, xyz: 1 }, 'unknown field "xyz"'],
    ['constructor', DemoTransferInput, { ...transfer, constructor: 1 }, 'unknown field "constructor"'],
    [
      '__proto__',
      DemoTransferInput,
      JSON.parse('{"from":"a","amount":1,"__proto__":{}}'),
      'unknown field "__proto__"',
    ],
  ])('readInput refuses %s', (_what, type, body, message) => {
    expect(refusal(type, body)).toMatchObject({ kind: 'INVALID_ARGUMENTS', status: 400, message });
  });

  it.each([
    ['a text', DemoTransferInput, { ...transfer, memo: `keep ${WIF} safe` }, 'memo: '],
    ['a name', DemoTransferInput, { ...transfer, from: WIF }, 'from: '],
    ['an amount', DemoTransferInput, { ...transfer, amount: WIF }, 'amount: '],
    ['a choice', DemoTransferInput, { ...transfer, network: WIF }, 'network: '],
    [
      'an item of a list',
      DemoPushInput,
      { signed_tx: { signatures: [WIF], packed_trx: 'ab' } },
      'signatures[0]: ',
    ],
    ['hex', DemoPushInput, { signed_tx: { signatures: ['x'], packed_trx: WIF } }, 'packed_trx: '],
    ['the name of a field', DemoTransferInput, { ...transfer, [WIF]: 1 }, 'unknown field '],
  ])('readInput refuses a private key as %s and does not repeat it', (_, type, body, prefix) => {
    const { message } = refusal(type, body);
    expect(message).toContain(prefix);
    expect(message).toMatch(/private key/);
    expect(message).not.toContain(WIF.slice(0, 12));
  });
});
