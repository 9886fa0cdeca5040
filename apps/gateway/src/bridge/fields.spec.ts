import { AMOUNT, type FieldRule, NAME, PERMISSION, testFields } from '../chain/testing/field-rules';
import { GetDepositAddressInput } from './dto/get-deposit-address.dto';
import { WithdrawBtcInput, WithdrawCollateralInput } from './dto/withdraw.dto';

const account = 'alice';
const btc_address = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

/** Checksum and network are judged once the network is known: libs/bitcoin. */
const ADDRESS: FieldRule = {
  taken: [btc_address, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'x'.repeat(90)],
  refused: [
    ['', 'must not be empty'],
    ['x'.repeat(91), 'must have at most 90 characters, has 91'],
    [1, 'must be a string'],
    [null, 'must be a string'],
    ['\ud800', 'is not well-formed Unicode text'],
  ],
};

/** Spec 1, section 4, field by field. */
testFields({
  get_deposit_address: { input: GetDepositAddressInput, right: { account }, fields: { account: NAME } },
  withdraw_btc: {
    input: WithdrawBtcInput,
    right: { account, btc_address, amount: '0.1' },
    fields: { account: NAME, btc_address: ADDRESS, amount: AMOUNT, permission: PERMISSION },
  },
  withdraw_collateral: {
    input: WithdrawCollateralInput,
    right: { account, amount_cbtc: '0.1', btc_address },
    fields: { account: NAME, amount_cbtc: AMOUNT, btc_address: ADDRESS, permission: PERMISSION },
  },
});
