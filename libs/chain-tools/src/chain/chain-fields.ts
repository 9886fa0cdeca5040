import { isName, POSITIVE_DECIMAL_PATTERN } from '@app/antelope';
import { constraint, type FieldOptions, inputField, MAX_SAFE_INTEGER, quoted, wrongType } from '@app/tooling';
import { MATCHES, Matches } from 'class-validator';
import { amountReason } from './amount-rule';

/** The pattern of account and permission names (docs/reference/rules.md, values). */
export const NAME_PATTERN = '^[a-z1-5.]{1,12}$';

const CHAIN_NAME = 'chainName';
const POSITIVE_AMOUNT = 'positiveAmount';

function nameField(kind: string, options: FieldOptions<string>): PropertyDecorator {
  return inputField(options, { type: 'string', pattern: NAME_PATTERN }, [
    [
      MATCHES,
      Matches(new RegExp(NAME_PATTERN)),
      (value) =>
        typeof value === 'string'
          ? `must be ${kind}: 1 to 12 characters of a-z, 1-5 and ".", got ${quoted(value)}`
          : wrongType(['string'], value),
    ],
    // the chain drops trailing dots: "bob." would silently become "bob"
    [
      CHAIN_NAME,
      constraint(CHAIN_NAME, (value) => isName(String(value))),
      (value) => `${quoted(String(value))} is not a name of the chain: it ends with a dot`,
    ],
  ]);
}

/** An account name. Source: docs/reference/rules.md, values. Names the chain would silently change are refused too. */
export function AccountField(options: FieldOptions<string> = {}): PropertyDecorator {
  const words = { description: 'Account name on the chain', example: 'alice' };
  return nameField('an account name', { ...words, ...options });
}

/** The permission a proposal is signed with; `active` by default. */
export function PermissionField(options: FieldOptions<string> = {}): PropertyDecorator {
  const description = 'Signs: active, or a restricted agent permission';
  return nameField('a permission name', { description, default: 'active', ...options });
}

/**
 * An amount or a price: a decimal string or a JSON number, greater than zero, passed on as it came
 * (declare the property `string | number`). Whether a number is exact enough, and the decimals and
 * maximum of the token, are for `parseAmount` to judge once the token is known.
 */
export function AmountField(options: FieldOptions<string> = {}): PropertyDecorator {
  const oneOf = [
    { type: 'string', pattern: POSITIVE_DECIMAL_PATTERN } as const,
    { type: 'number', exclusiveMinimum: 0, maximum: MAX_SAFE_INTEGER } as const,
  ];
  return inputField({ example: '1.5', ...options }, { oneOf }, [
    [
      POSITIVE_AMOUNT,
      constraint(POSITIVE_AMOUNT, (value) => amountReason(value) === undefined),
      (value) => amountReason(value) ?? 'must be greater than zero',
    ],
  ]);
}
