import { HOSTILE_JSON, VALUES } from './hostile-values';
import type { FuzzRequest } from './random-requests';
import type { Seeded } from '../harness/seeded';

const SEPARATOR = '\u001e';
const EVENTS = ['action_stream_request', 'delta_stream_request', 'cancel_stream_request', 'ping', 'nosuch'];
const MEMBERS = ['contract', 'action', 'account', 'start_from', 'read_until', 'filters', 'table', 'payer'];
const PACKETS = [
  '40',
  '41',
  '1',
  '2',
  '3',
  '5',
  '6',
  '9',
  '',
  'bAAAA',
  '4',
  '45',
  '450-["a",{"_placeholder":1}]',
];

/** Requests of socket.io's long polling: sessions that were opened, ended or made up, with any packets. */
export class RandomPolls {
  /** Sessions with an answer that was not read yet: another poll would wait for the next ping. */
  readonly #answering: string[] = [];
  readonly #known: string[] = ['AAAAAAAAAAAAAAAAAAAA', ''];

  constructor(private readonly random: Seeded) {}

  next(): FuzzRequest {
    const { random } = this;
    if (random.chance(3)) return this.#request('GET', '');
    if (random.chance(4)) return this.#request('GET', `&sid=${this.#answering.pop() ?? 'nosuch'}`);
    const sid = random.oneOf(this.#known);
    if (random.chance(8)) return this.#request(random.oneOf(['PUT', 'OPTIONS', 'HEAD']), `&sid=${sid}`);
    const payload = this.#payload();
    if (payload.startsWith('40')) this.#answering.push(sid);
    return this.#request('POST', `&sid=${sid}`, payload);
  }

  /** Takes the session of an answer that opened one. */
  answered(answer: string): void {
    const sid = /0\{"sid":"([\w.-]+)"/.exec(answer)?.[1];
    if (sid !== undefined) this.#known.push(sid);
  }

  #request(method: string, rest: string, body = ''): FuzzRequest {
    const { random } = this;
    const version = random.chance(9) ? random.oneOf(['3', '5', 'x', '']) : '4';
    const transport = random.chance(12) ? random.oneOf(['websocket', 'x', '']) : 'polling';
    const network = random.chance(6) ? `&network=${random.oneOf(['mainnet', 'testnet', 'x'])}` : '';
    return {
      method,
      target: `/stream/?EIO=${version}&transport=${transport}${rest}${network}`,
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      body,
    };
  }

  #payload(): string {
    const { random } = this;
    const packets = Array.from({ length: 1 + random.integer(4) }, () =>
      random.chance(2) ? random.oneOf(PACKETS) : `42["${random.oneOf(EVENTS)}",${this.#subscription()}]`,
    );
    return (random.chance(2) ? ['40', ...packets] : packets).join(random.chance(9) ? '' : SEPARATOR);
  }

  #subscription(): string {
    const { random } = this;
    if (random.chance(4)) return random.oneOf(HOSTILE_JSON);
    const members = MEMBERS.filter(() => random.chance(2)).map((name) => {
      const value = random.chance(3) ? random.oneOf(HOSTILE_JSON) : JSON.stringify(random.oneOf(VALUES));
      return `"${name}":${value}`;
    });
    return `{${members.join(',')}}`;
  }
}
