import type { Browser } from 'puppeteer-core';
import { freePorts } from '../harness/process/ports';
import { Product } from '../harness/process/product';
import { openBrowser } from './open-browser';

const PORTS = 9;

/** The product as `npm start` starts it, on free ports, and a browser. */
export class FreshStart {
  private constructor(
    private readonly product: Product,
    readonly browser: Browser,
    /** The first port. */
    readonly base: number,
  ) {}

  /** @param environment settings beside the defaults */
  static async begin(environment: Readonly<Record<string, string>> = {}): Promise<FreshStart> {
    const base = await freePorts(PORTS);
    const product = await Product.launch(environment, ['--ports', String(base)]);
    await product.printed('Ctrl-C stops everything');
    return new FreshStart(product, await openBrowser(), base);
  }

  /** Address of the gateway. */
  get url(): string {
    return this.urlAt(0);
  }

  /** Address of the program at a port behind the first one. */
  urlAt(offset: number): string {
    return `http://127.0.0.1:${this.base + offset}`;
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.product.ended('SIGTERM');
  }
}
