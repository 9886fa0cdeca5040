// The rows of state history that nodeos's own JSON of a snapshot makes: written after that JSON, apart from the reader.
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../../../scripts/setup.mjs';

const require = createRequire(import.meta.url);
const { decodeRow } = require(path.join(COMPILED, 'libs/ship/src/index.js'));
const { bytesToHex, ByteReader, nameFromValue, parsePublicKey, publicKeyText, readPublicKey } = require(
  path.join(COMPILED, 'libs/antelope/src/index.js'),
);

const SLOT_MS = 500;
const EPOCH_MS = Date.UTC(2000, 0, 1);
const CONTRACT_KINDS = [
  ['key_value_object', 'contract_row'],
  ['index64_object', 'contract_index64'],
  ['index128_object', 'contract_index128'],
  ['index256_object', 'contract_index256'],
  ['index_double_object', 'contract_index_double'],
  ['index_long_double_object', 'contract_index_long_double'],
];

const isoTime = (ms) => new Date(ms).toISOString().slice(0, -1);
const microseconds = (value) => isoTime(Number(value) / 1000);
const base64 = (bytes) => Buffer.from(bytes).toString('base64');
const key = (bytes) => publicKeyText(readPublicKey(new ByteReader(bytes)));
const jsonKey = (text) => publicKeyText(parsePublicKey(text));
const snake = (text) => text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const snakeMembers = (value) =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      snake(name),
      typeof member === 'object' ? snakeMembers(member) : member,
    ]),
  );
const picked = (value, names) => Object.fromEntries(names.map((name) => [name, value[name]]));

/** Numbers are texts in this JSON when they are large. */
const asText = (value) =>
  JSON.stringify(value, (_, member) =>
    typeof member === 'bigint' || typeof member === 'number' ? String(member) : member,
  );

const authority = ({ threshold, keys, accounts, waits }) => ({
  threshold,
  keys: keys.map((each) => ({ key: key(each.key), weight: each.weight })),
  accounts: accounts.map(({ permission, weight }) => ({
    permission: { actor: nameFromValue(permission.actor), permission: nameFromValue(permission.permission) },
    weight,
  })),
  waits: waits.map(({ waitSec, weight }) => ({ wait_sec: waitSec, weight })),
});
const jsonAuthority = ({ threshold, keys, accounts, waits }) => ({
  threshold,
  keys: keys.map((each) => ({ key: jsonKey(each.key), weight: each.weight })),
  accounts: accounts.map(({ permission, weight }) => ({
    permission: picked(permission, ['actor', 'permission']),
    weight,
  })),
  waits: waits.map(({ wait_sec, weight }) => ({ wait_sec, weight })),
});

/** A producer has one key, or an authority: a key is an authority of one. */
const producer = ({ producerName, blockSigningKey, authority: own }) => ({
  name: nameFromValue(producerName),
  threshold: own?.threshold ?? 1,
  keys: own?.keys.map((each) => [key(each.key), each.weight]) ?? [[key(blockSigningKey), 1]],
});
const jsonProducer = ({ producer_name, block_signing_key, authority: own }) => ({
  name: producer_name,
  threshold: own?.[1].threshold ?? 1,
  keys: own?.[1].keys.map((each) => [jsonKey(each.key), each.weight]) ?? [[jsonKey(block_signing_key), 1]],
});

/** A row that was read, and the row of the JSON, in one form each. */
const FORMS = {
  account: [
    'account_object',
    ({ name, creationDate, abi }) => [
      nameFromValue(name),
      isoTime(EPOCH_MS + creationDate * SLOT_MS),
      base64(abi),
    ],
    ({ name, creation_date, abi }) => [name, creation_date, abi],
  ],
  account_metadata: [
    'account_metadata_object',
    ({ name, privileged, lastCodeUpdate, code }) => [
      nameFromValue(name),
      privileged,
      microseconds(lastCodeUpdate),
      code === undefined ? undefined : [code.vmType, code.vmVersion, bytesToHex(code.codeHash)],
    ],
    ({ name, flags, last_code_update, code_hash, vm_type, vm_version }) => [
      name,
      (flags & 1) === 1,
      last_code_update,
      /^0+$/.test(code_hash) ? undefined : [vm_type, vm_version, code_hash],
    ],
  ],
  code: [
    'code_object',
    ({ vmType, vmVersion, codeHash, code }) => [vmType, vmVersion, bytesToHex(codeHash), base64(code)],
    ({ vm_type, vm_version, code_hash, code }) => [vm_type, vm_version, code_hash, code],
  ],
  global_property: [
    'global_property_object',
    (row) => [
      row.proposedScheduleBlockNum,
      row.proposedSchedule.version,
      row.proposedSchedule.producers.map(producer),
      snakeMembers(row.configuration),
      row.wasmConfiguration && snakeMembers(row.wasmConfiguration),
    ],
    (row, read) => [
      row.proposed_schedule_block_num,
      row.proposed_schedule.version,
      row.proposed_schedule.producers.map(jsonProducer),
      picked(row.configuration, Object.keys(snakeMembers(read.configuration))),
      read.wasmConfiguration && row.wasm_configuration,
    ],
  ],
  generated_transaction: [
    'generated_transaction_object',
    ({ sender, senderId, payer, trxId, packedTrx }) => [
      nameFromValue(sender),
      senderId,
      nameFromValue(payer),
      bytesToHex(trxId),
      base64(packedTrx),
    ],
    ({ sender, sender_id, payer, trx_id, packed_trx }) => [sender, sender_id, payer, trx_id, packed_trx],
  ],
  protocol_state: [
    'protocol_state_object',
    ({ activatedProtocolFeatures }) =>
      activatedProtocolFeatures.map(({ featureDigest, activationBlockNum }) => [
        bytesToHex(featureDigest),
        activationBlockNum,
      ]),
    ({ activated_protocol_features }) =>
      activated_protocol_features.map(({ feature_digest, activation_block_num }) => [
        feature_digest,
        activation_block_num,
      ]),
  ],
  permission: [
    'permission_object',
    ({ owner, name, parent, lastUpdated, auth }) => [
      ...[owner, name, parent].map(nameFromValue),
      microseconds(lastUpdated),
      authority(auth),
    ],
    ({ owner, name, parent, last_updated, auth }) => [owner, name, parent, last_updated, jsonAuthority(auth)],
  ],
  permission_link: [
    'permission_link_object',
    ({ account, code, messageType, requiredPermission }) =>
      [account, code, messageType, requiredPermission].map(nameFromValue),
    ({ account, code, message_type, required_permission }) => [
      account,
      code,
      message_type,
      required_permission,
    ],
  ],
  resource_limits: [
    'resource_limits::resource_limits_object',
    ({ owner, netWeight, cpuWeight, ramBytes }) => [nameFromValue(owner), netWeight, cpuWeight, ramBytes],
    ({ owner, net_weight, cpu_weight, ram_bytes }) => [owner, net_weight, cpu_weight, ram_bytes],
  ],
  resource_usage: [
    'resource_limits::resource_usage_object',
    ({ owner, ...row }) => [nameFromValue(owner), snakeMembers(row)],
    ({ owner, ...row }) => [owner, picked(row, ['net_usage', 'cpu_usage', 'ram_usage'])],
  ],
  resource_limits_state: [
    'resource_limits::resource_limits_state_object',
    (row) => snakeMembers(row),
    (row, read) => picked(row, Object.keys(snakeMembers(read))),
  ],
  resource_limits_config: [
    'resource_limits::resource_limits_config_object',
    (row) => snakeMembers(row),
    (row, read) => picked(row, Object.keys(snakeMembers(read))),
  ],
};

const NAMES = ['code', 'scope', 'table'];
const contractNames = (row) => NAMES.map((name) => nameFromValue(row[name]));

const contractForm = (table) => (row) => [
  ...contractNames(row),
  ...(table === 'contract_table' ? [] : [row.primaryKey]),
  nameFromValue(row.payer),
  ...(row.value === undefined ? [] : [base64(row.value)]),
  ...(row.secondaryKey === undefined
    ? []
    : [row.secondaryKey instanceof Uint8Array ? bytesToHex(row.secondaryKey) : row.secondaryKey]),
];

/** Sections by their name without its beginning, of either form of the JSON. */
export function sectionsOfJson(json) {
  const named = Array.isArray(json.sections)
    ? json.sections.map(({ name, rows }) => [name, rows])
    : Object.entries(json).flatMap(([name, section]) =>
        Array.isArray(section?.rows) ? [[name, section.rows]] : [],
      );
  return new Map(named.map(([name, rows]) => [name.replace(/^eosio::chain::/, ''), rows]));
}

const tableOf = ({ code, scope, table }) => [code, scope, table];
const jsonRow = (table, { primary_key, payer, value, secondary_key }) => [
  ...tableOf(table),
  primary_key,
  payer,
  ...(value === undefined ? [] : [value]),
  ...(secondary_key === undefined ? [] : [secondary_key]),
];

/** The rows of contracts of the JSON, by table of state history. */
function contractRowsOf(sections) {
  const found = new Map([['contract_table', []], ...CONTRACT_KINDS.map(([, table]) => [table, []])]);
  const common = [...(sections.get('contract_tables') ?? [])];
  const tables = sections.get('table_id_object') ?? [];
  for (const table of tables) found.get('contract_table').push([...tableOf(table), table.payer]);
  while (common.length > 0) {
    const table = common.shift();
    found.get('contract_table').push([...tableOf(table), table.payer]);
    for (const [, kind] of CONTRACT_KINDS)
      for (let left = common.shift(); left > 0; left--) found.get(kind).push(jsonRow(table, common.shift()));
  }
  for (const [section, kind] of CONTRACT_KINDS) {
    const rows = [...(sections.get(section) ?? [])];
    while (rows.length > 0) {
      const place = rows.shift();
      for (let left = rows.shift(); left > 0; left--)
        found.get(kind).push(jsonRow(tables[typeof place === 'object' ? place._id : place], rows.shift()));
    }
  }
  return found;
}

/** Compares the rows of all tables in their order. @returns the number of equal ones, and lines about the others */
export function comparedRows(tables, sections) {
  const contracts = contractRowsOf(sections);
  const different = [];
  let equal = 0;
  const compare = (table, read, json) => {
    if (read.length !== json.length)
      different.push(`${table}: ${read.length} rows were read, ${json.length} are in the JSON`);
    read.forEach((row, index) => {
      const [found, expected] = [asText(row), asText(json[index])];
      if (found === expected) equal += 1;
      else different.push(`${table} ${index}: read ${found}, in the JSON ${expected}`);
    });
  };
  for (const [table, [section, form, jsonForm]] of Object.entries(FORMS)) {
    const read = (tables.get(table) ?? []).map((data) => decodeRow(table, data));
    const json = (sections.get(section) ?? []).map((row, index) => jsonForm(row, read[index] ?? {}));
    compare(table, read.map(form), json);
  }
  for (const [table, json] of contracts)
    compare(
      table,
      (tables.get(table) ?? []).map((data) => contractForm(table)(decodeRow(table, data))),
      json,
    );
  return { equal, different };
}

/** A line where the block or the chain that was read is another one than in the JSON. */
export function expectedBlock(sections, { block, chainId }) {
  const [state] = sections.get('block_state') ?? [];
  const legacy = state.bs_l ?? (state.bs === undefined ? state : undefined);
  const id = legacy?.id ?? state.bs.block_id;
  const { timestamp, schedule_version } = legacy?.header ?? state.bs.header;
  const json = [id, timestamp, schedule_version, sections.get('global_property_object')[0].chain_id];
  const read = [
    bytesToHex(block.id),
    isoTime(EPOCH_MS + block.timestamp * SLOT_MS),
    block.scheduleVersion,
    // The JSON of version 2 has no chain id: that is the digest of its genesis.
    json[3] === undefined ? undefined : bytesToHex(chainId),
  ];
  return asText(read) === asText(json)
    ? undefined
    : `block: read ${asText(read)}, in the JSON ${asText(json)}`;
}
