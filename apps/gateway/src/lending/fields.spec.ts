import {
  DETAIL,
  ADDRESS,
  AMOUNT,
  integer,
  NAME,
  OPTIONAL_NAME,
  PERMISSION,
  REQUEST_ID,
  testFields,
} from '../testing/field-rules';
import { BorrowInput } from './loans/dto/borrow.dto';
import { CancelLoanRequestInput } from './loans/dto/cancel-loan-request.dto';
import { GetLoansInput } from './loans/dto/get-loans.dto';
import { RepayInput } from './loans/dto/repay.dto';
import { CancelRedeemInput } from './pools/dto/cancel-redeem.dto';
import { GetPoolStatsInput } from './pools/dto/get-pool-stats.dto';
import { GetRedemptionQueueInput } from './pools/dto/get-redemption-queue.dto';
import { LendInput } from './pools/dto/lend.dto';
import { RedeemInput } from './pools/dto/redeem.dto';
import { GetMoneyInFlightInput } from './in-flight/dto/get-money-in-flight.dto';
import { GetPortfolioInput } from './portfolio/dto/get-portfolio.dto';
import { GetVaultInput } from './vaults/dto/get-vault.dto';
import { SetupVaultInput } from './vaults/dto/setup-vault.dto';
import { WithdrawCollateralInput } from './vaults/dto/withdraw-collateral.dto';

const account = 'alice';
const POOL = { ...integer(0), absent: 6 };

/** Spec 1, section 4, field by field. */
testFields({
  get_money_in_flight: { input: GetMoneyInFlightInput, right: { account }, fields: { account: NAME } },
  get_portfolio: { input: GetPortfolioInput, right: { account }, fields: { account: NAME } },
  get_pool_stats: { input: GetPoolStatsInput, right: {}, fields: {} },
  get_loans: {
    input: GetLoansInput,
    right: {},
    fields: {
      account: OPTIONAL_NAME,
      detail: DETAIL,
      include_completed: {
        taken: [true, false],
        absent: false,
        refused: [
          ['true', 'must be true or false'],
          [1, 'must be true or false'],
          [null, 'must be true or false'],
        ],
      },
      limit: { ...integer(1, 500), absent: undefined },
      cursor: {
        taken: ['101-0-18446744073709551615', '-3-', '--'],
        absent: undefined,
        refused: [
          ['', 'must be next_cursor of an answer'],
          ['101', 'must be next_cursor of an answer'],
          ['1-2-3-4', 'must be next_cursor of an answer'],
          ['-1--', 'must be next_cursor of an answer'],
          [101, 'must be a string'],
          [null, 'must be a string'],
        ],
      },
    },
  },
  get_vault: { input: GetVaultInput, right: { account }, fields: { account: NAME } },
  get_redemption_queue: { input: GetRedemptionQueueInput, right: {}, fields: { account: OPTIONAL_NAME } },
  setup_vault: {
    input: SetupVaultInput,
    right: { account },
    fields: { account: NAME, permission: PERMISSION, request_id: REQUEST_ID, detail: DETAIL },
  },
  borrow: {
    input: BorrowInput,
    right: { account, amount_usdt: '1000', max_apr_bps: 2000 },
    fields: {
      ...{ account: NAME, amount_usdt: AMOUNT, max_apr_bps: integer(1, 65_535), pool_id: POOL },
      permission: PERMISSION,
      request_id: REQUEST_ID,
      detail: DETAIL,
    },
  },
  cancel_loan_request: {
    input: CancelLoanRequestInput,
    right: { account },
    fields: { account: NAME, permission: PERMISSION, request_id: REQUEST_ID, detail: DETAIL },
  },
  repay: {
    input: RepayInput,
    right: { account, amount_usdt: '1' },
    fields: {
      account: NAME,
      amount_usdt: AMOUNT,
      permission: PERMISSION,
      request_id: REQUEST_ID,
      detail: DETAIL,
    },
  },
  withdraw_collateral: {
    input: WithdrawCollateralInput,
    right: { account, amount_cbtc: '0.1', btc_address: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202' },
    fields: {
      account: NAME,
      amount_cbtc: AMOUNT,
      btc_address: ADDRESS,
      permission: PERMISSION,
      request_id: REQUEST_ID,
      detail: DETAIL,
    },
  },
  lend: {
    input: LendInput,
    right: { account, amount_usdt: '1' },
    fields: {
      account: NAME,
      amount_usdt: AMOUNT,
      pool_id: POOL,
      permission: PERMISSION,
      request_id: REQUEST_ID,
      detail: DETAIL,
    },
  },
  redeem: {
    input: RedeemInput,
    right: { account, amount_tpf: '1' },
    fields: {
      account: NAME,
      amount_tpf: AMOUNT,
      pool_id: POOL,
      permission: PERMISSION,
      request_id: REQUEST_ID,
      detail: DETAIL,
    },
  },
  cancel_redeem: {
    input: CancelRedeemInput,
    right: { account, id: 1 },
    fields: { account: NAME, id: integer(0), permission: PERMISSION, request_id: REQUEST_ID, detail: DETAIL },
  },
});
