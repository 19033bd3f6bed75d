import type { DateStep } from '@formwork/contract/views/pivot.ts';

/** The name of a stretch by its first day, as short as it can be told: 2026-11, 2026 Q4. */
export function stretchName(day: string, step: DateStep | undefined): string {
  const [year = '', month = ''] = day.split('-');
  if (step === 'year') return year;
  if (step === 'quarter') return `${year} Q${Math.ceil(Number(month) / 3)}`;
  if (step === 'month') return `${year}-${month}`;
  return day.slice(0, 10);
}

/** A moment as it is written, without its zone: whoever asks the figures has said in which zone they are told. */
export function momentName(text: string): string {
  return text.replace('T', ' ').replace(/(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/, '');
}

/** Milliseconds for an axis of time; days begin at midnight of no particular zone. */
export function timeOf(text: string): number {
  const plain = text.length <= 10 ? `${text}T00:00:00Z` : /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  return Date.parse(plain.replace(' ', 'T'));
}
