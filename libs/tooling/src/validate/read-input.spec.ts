import { Matches } from 'class-validator';
import fc from 'fast-check';
import { DemoBookInput, DemoPushInput, DemoTransferInput } from '../../../chain-tools/testing/demo-tools';
import { ToolError } from '../errors/tool-error';
import { IntegerField, TextField } from '../declare/fields';
import { NetworkInput } from '../../../chain-tools/src/chain/network-input';
import { readInput } from './read-input';
import { book, push, refusal, transfer } from './testing/refusals';

describe('inputs of tools', () => {
  it('readInput fills in defaults, of initializers and of options', () => {
    expect(readInput(DemoBookInput, book)).toEqual({ network: 'mainnet', pair: 'btcusdt', depth: 20 });
    expect(readInput(DemoTransferInput, transfer)).toMatchObject({ memo: '', permission: 'active' });
    expect(readInput(DemoPushInput, push).signed_tx.compression).toBe(0);
  });

  it('readInput keeps the values as sent, in instances of the classes', () => {
    const input = readInput(DemoTransferInput, { ...transfer, amount: 1e-8, network: 'testnet' });
    expect(input).toBeInstanceOf(DemoTransferInput);
    expect(input).toMatchObject({ amount: 1e-8, network: 'testnet' });
  });

  it('readInput does not share state between two inputs', () => {
    readInput(DemoBookInput, { ...book, depth: 7 });
    expect(readInput(DemoBookInput, book).depth).toBe(20);
  });

  it.each(['46116860184.27387904', '9'.repeat(30), `1.${'0'.repeat(30)}1`])(
    'readInput leaves the amount %s to its token, which names the maximum and the decimals it has',
    (amount) => {
      expect(readInput(DemoTransferInput, { ...transfer, amount })).toMatchObject({ amount });
    },
  );

  it('readInput accepts a text of exactly the longest length, counted in characters', () => {
    expect(readInput(DemoTransferInput, { ...transfer, memo: '😀'.repeat(256) }).memo).toHaveLength(512);
  });

  it('readInput reports all problems at once', () => {
    expect(
      refusal(DemoTransferInput, { from: 'ALICE', amout: 1, network: 'main' }).message.split('; '),
    ).toEqual([
      'unknown field "amout"',
      'did you mean "amount"?',
      'from: must be an account name: 1 to 12 characters of a-z, 1-5 and ".", got "ALICE"',
      'amount: is required',
      'network: must be mainnet or testnet, got the string "main"',
    ]);
  });

  it.each([
    [[1], 'an array'],
    ['text', 'the string "text"'],
    [null, 'null'],
    [7, 'the number 7'],
    [undefined, 'nothing'],
  ])('readInput refuses the body %p', (body, what) => {
    expect(refusal(DemoBookInput, body)).toMatchObject({
      kind: 'BODY_NOT_OBJECT',
      message: `the body must be a JSON object, got ${what}`,
    });
  });

  it('readInput shortens the refusal of hundreds of unknown members', () => {
    const flood = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member${index}`, 1]));
    const { message } = refusal(DemoTransferInput, { ...flood, ...transfer, from: 'x'.repeat(100_000) });
    expect(message.length).toBeLessThan(3000);
    expect(message).toContain('and 481 more');
  });

  it('readInput refuses 50,000 nested lists where a text or an object is expected', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown;
    expect(
      refusal(DemoTransferInput, { from: deep, amount: deep, memo: deep, permission: deep }).message,
    ).toContain('memo: must be a string, got an array');
    expect(refusal(DemoPushInput, { signed_tx: deep }).message).toBe(
      'signed_tx: must be an object, got an array',
    );
  });

  it('readInput throws nothing but ToolError for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.string(), (value, name) => {
        const bodies = [
          value,
          { ...transfer, [name]: value },
          { from: value, amount: value },
          { signed_tx: value },
        ];
        for (const body of bodies) {
          for (const type of [DemoTransferInput, DemoPushInput]) {
            try {
              readInput<object>(type, body);
            } catch (error) {
              expect(error).toBeInstanceOf(ToolError);
            }
          }
        }
      }),
    );
  });

  it('readInput applies the rules of other decorators of class-validator', () => {
    class WithAnother extends NetworkInput {
      @TextField()
      @Matches(/^x/, { message: 'must start with x' })
      code!: string;
    }
    expect(refusal(WithAnother, { code: 'y' }).message).toBe('code: must start with x');
    expect(readInput(WithAnother, { code: 'xy' }).code).toBe('xy');
  });

  it('readInput reports a class without declared fields at the first use', () => {
    class Empty {
      undeclared = 1;
    }
    expect(() => readInput(Empty, {})).toThrow('Empty declares no fields');
  });

  it('readInput takes an explicit default over an initializer in the schema and in the input', () => {
    class Twice extends NetworkInput {
      @IntegerField({ default: 3 })
      count!: number;
    }
    expect(readInput(Twice, {}).count).toBe(3);
  });
});
