import type { JSX } from 'preact';
import { encode } from 'uqr';

/** A QR code as one path: dark on white in both colour schemes, which cameras need. */
export function Qr({ text, label }: { text: string; label: string }): JSX.Element {
  const { data, size } = encode(text, { ecc: 'L', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${String(x)} ${String(y)}h1v1h-1z` : '')))
    .join('');
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${String(size)} ${String(size)}`}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
