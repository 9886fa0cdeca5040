import { publicKeyOf } from '@app/antelope';
import { PublicKey } from '@wharfkit/antelope';
import { developmentKey } from '../../../../../apps/devchain/src/client/development-key';
import type { BlockRecord } from '../../../../../apps/devchain/src/kernel/blocks/block-record';
import { Election } from './election';

/** Blocks until something is final. */
export const FINALITY = 6;

export const keyOf = (producer: string) => developmentKey('test', producer);

export const HERE = ['alice', 'bob'];

export const block = ({ chain }: Election, num: number): BlockRecord => chain.block(num)!;

export const keyValue = (producer: string): PublicKey =>
  PublicKey.from({ type: 'K1', compressed: publicKeyOf(keyOf(producer)).bytes });
