import { isName, POSITIVE_DECIMAL_PATTERN } from '@app/antelope';
import { amountReason } from '../validate/amount-rule';
import { FieldOptions, inputField } from './field-rule';
import { MAX_SAFE_INTEGER, NAME_PATTERN } from '../schema/schema';
import { quoted } from '../errors/wording';

const NAME = new RegExp(NAME_PATTERN);

function nameField(what: string, options: FieldOptions<string>): PropertyDecorator {
  return inputField(
    options,
    { type: 'string', pattern: NAME_PATTERN },
    {
      reason: (value) =>
        typeof value === 'string' && !NAME.test(value)
          ? `must be ${what}: 1 to 12 characters of a-z, 1-5 and ".", got ${quoted(value)}`
          : undefined,
      // the chain drops trailing dots: "bob." would silently become "bob"
      beyondSchema: (value) =>
        isName(String(value))
          ? undefined
          : `${quoted(String(value))} is not a name of the chain: it ends with a dot`,
    },
  );
}

/** An account name. Source: docs/rules.md, values. Names the chain would silently change are refused too. */
export function AccountField(options: FieldOptions<string> = {}): PropertyDecorator {
  const words = { description: 'Account name on the chain', example: 'alice' };
  return nameField('an account name', { ...words, ...options });
}

/** The permission a proposal is signed with; `active` unless told otherwise. */
export function PermissionField(options: FieldOptions<string> = {}): PropertyDecorator {
  const description = 'Permission to sign with: active, or a restricted agent permission';
  return nameField('a permission name', { description, default: 'active', ...options });
}

/**
 * An amount or a price: a decimal string or a JSON number, greater than zero, handed on as it came
 * (declare the property `string | number`). Whether a number is exact enough, and the decimals and
 * maximum of the token, are for `parseAmount` to judge once the token is known.
 */
export function AmountField(options: FieldOptions<string> = {}): PropertyDecorator {
  const oneOf = [
    { type: 'string', pattern: POSITIVE_DECIMAL_PATTERN } as const,
    { type: 'number', exclusiveMinimum: 0, maximum: MAX_SAFE_INTEGER } as const,
  ];
  return inputField({ example: '1.5', ...options }, { oneOf }, { reason: amountReason });
}
