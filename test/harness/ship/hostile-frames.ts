import type { Tamper } from './ship-server';

/** A random number from 0 up to, and without, 1. */
type Random = () => number;

const copyOf = (frame: Uint8Array): Buffer => Buffer.from(frame);

/** Changes one bit in a part of the messages. */
export const flippingBits =
  (random: Random, part: number): Tamper =>
  (frame, socket) => {
    const sent = copyOf(frame);
    if (random() < part) {
      const at = Math.floor(random() * sent.length);
      sent[at] = sent[at]! ^ (1 << Math.floor(random() * 8));
    }
    socket.send(sent);
  };

/** Sends a part of the messages twice. */
export const repeating =
  (random: Random, part: number): Tamper =>
  (frame, socket) => {
    socket.send(frame);
    if (random() < part) socket.send(frame);
  };

/** Cuts a part of the messages at any place. */
export const cutting =
  (random: Random, part: number): Tamper =>
  (frame, socket) =>
    socket.send(random() < part ? copyOf(frame).subarray(0, Math.floor(random() * frame.length)) : frame);

/** Replaces a part of the bytes of a message, so that counts and lengths claim up to 4,294,967,295. */
export const withHugeCounts =
  (random: Random, part: number): Tamper =>
  (frame, socket) => {
    const sent = copyOf(frame);
    if (random() < part)
      sent.fill(0xff, Math.floor(random() * sent.length)).writeUInt8(0x0f, sent.length - 1);
    socket.send(sent);
  };

const FRAGMENT_BYTES = 65_536;

/** Begins a message that does not end, and sends so many bytes of it. */
export const endless =
  (bytes: number): Tamper =>
  (_frame, socket) => {
    for (let sent = 0; sent < bytes; sent += FRAGMENT_BYTES)
      socket.send(Buffer.alloc(FRAGMENT_BYTES), { fin: false });
  };
