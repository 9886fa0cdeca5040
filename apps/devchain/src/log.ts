const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LEVELS)[number];
export const LOG_LEVELS: readonly LogLevel[] = LEVELS;

/** Writes what happens on one chain as JSON lines, in the shape of the gateway's log. */
export class DevchainLog {
  constructor(
    private readonly chain: string,
    private readonly level: LogLevel,
    private readonly write: (line: string) => void,
  ) {}

  line(level: LogLevel, msg: string, fields: object = {}): void {
    if (!this.isEnabled(level)) return;
    const time = new Date().toISOString();
    this.write(JSON.stringify({ level, time, chain: this.chain, ...fields, msg }));
  }

  isEnabled(level: LogLevel): boolean {
    return LEVELS.indexOf(level) >= LEVELS.indexOf(this.level);
  }
}
