import { dateFromSerial, type NumberMeaning } from './xlsx-formats.ts';

/** Files hold doubles: 298.3 may lie there as 298.30000000000001. */
export function numberText(given: string, meaning: NumberMeaning, from1904: boolean): string {
  // Google Sheets writes every number with a part behind its point: 1.0
  if (meaning === 'number' && given.length <= 15 && /^-?\d[\d.]*$/.test(given))
    return given.endsWith('0') && given.includes('.') ? given.replace(/\.?0+$/, '') : given;
  const value = Number(given);
  if (Number.isNaN(value)) return given.trim();
  if (meaning === 'percent') return `${plainNumber(value * 100)}%`;
  return meaning === 'number' ? plainNumber(value) : dateFromSerial(value, meaning, from1904);
}

function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  // a number that people can read, however small or large it is
  return text.includes('e')
    ? BigInt(Math.trunc(Math.abs(value))) > 0n
      ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
      : value.toFixed(20).replace(/\.?0+$/, '')
    : text;
}
