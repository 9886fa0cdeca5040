import { registrarInstructions } from './registrar-instructions';

it('the instructions send people to the page of a registrar that takes no POST', () => {
  expect(registrarInstructions('https://registrar.example', undefined)).toBe(
    'Paid account creation is not enabled, and no account was created. Accounts are free at the registrar: ' +
      'open https://registrar.example and create the account there with your own public keys, then look at the ' +
      'account with get_account.',
  );
});
