import { TOOL_KINDS } from '@app/client';
import { TOOL_INPUTS } from '../generated/tool-inputs';
import { SENDABLE } from '../rules/judge';
import { fieldsText } from './tool-input';

describe('the inputs of the tools', () => {
  it('fieldsText leaves out the fields that the signer writes, and marks those that may be left out', () => {
    expect(fieldsText('place_order', TOOL_INPUTS['place_order']!)).toBe(
      'place_order {pair: btcusdt | nativebtc, side: buy | sell, price, amount, max_slippage_bps?, post_only?}',
    );
    expect(fieldsText('cancel_loan_request', TOOL_INPUTS['cancel_loan_request']!)).toBe(
      'cancel_loan_request {}',
    );
  });

  it('every tool that the signer passes on or sends has an input without references', () => {
    const reads = Object.entries(TOOL_KINDS).flatMap(([name, kind]) => (kind === 'read' ? [name] : []));
    for (const name of [...reads.filter((each) => each !== 'get_table_rows'), ...SENDABLE])
      expect(TOOL_INPUTS).toHaveProperty(name);
    expect(JSON.stringify(TOOL_INPUTS)).not.toContain('$ref');
  });
});
