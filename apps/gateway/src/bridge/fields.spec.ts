import { DETAIL, ADDRESS, AMOUNT, NAME, PERMISSION, REQUEST_ID, testFields } from '../testing/field-rules';
import { GetDepositAddressInput } from './dto/get-deposit-address.dto';
import { WithdrawBtcInput } from './dto/withdraw.dto';

const account = 'alice';
const btc_address = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

/** Spec 1, section 4, field by field. */
testFields({
  get_deposit_address: { input: GetDepositAddressInput, right: { account }, fields: { account: NAME } },
  withdraw_btc: {
    input: WithdrawBtcInput,
    right: { account, btc_address, amount: '0.1' },
    fields: {
      account: NAME,
      btc_address: ADDRESS,
      amount: AMOUNT,
      permission: PERMISSION,
      request_id: REQUEST_ID,
      detail: DETAIL,
    },
  },
});
