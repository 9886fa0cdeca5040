/** JSON Schema of one field, as far as the tools use it. */
export interface InputField {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly [rule: string]: unknown;
}

/** Summary and input of a tool of the gateway. */
export interface ToolInput {
  readonly summary: string;
  readonly properties: Readonly<Record<string, InputField>>;
  readonly required: readonly string[];
}

/** Fields that the signer writes itself. */
const OWN_FIELDS = new Set(['account', 'from', 'permission', 'network', 'request_id', 'detail']);

/**
 * The fields that `send` takes for a tool, in one line: `place_order {pair: btcusdt | nativebtc, ..., post_only?}`.
 * A question mark follows a field that may be left out.
 */
export function fieldsText(tool: string, { properties, required }: ToolInput): string {
  const fields = Object.entries(properties)
    .filter(([name]) => !OWN_FIELDS.has(name))
    .toSorted(([one], [other]) => Number(required.includes(other)) - Number(required.includes(one)))
    .map(([name, { enum: values }]) => {
      const choice = values === undefined ? '' : `: ${values.join(' | ')}`;
      return `${name}${required.includes(name) ? '' : '?'}${choice}`;
    });
  return `${tool} {${fields.join(', ')}}`;
}
