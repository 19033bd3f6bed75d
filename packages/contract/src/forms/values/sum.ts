import { decimalText } from './decimal.ts';

/** The exact sum of decimals as plain text; what is no number does not count. */
export function sumOf(values: readonly unknown[]): string {
  const texts = values.flatMap((value) => decimalText(value) ?? []);
  const places = Math.max(0, ...texts.map((text) => (text.split('.')[1] ?? '').length));
  const units = texts.reduce((sum, text) => sum + unitsOf(text, places), 0n);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const size = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return decimalText(units < 0n ? `-${size}` : size) ?? '0';
}

function unitsOf(text: string, places: number): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(places, '0'));
}
