import type { RunStep } from '@formwork/contract/runs/run.ts';
import { formatBytes, formatNumber } from '@formwork/ui/format/number-format.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';

interface Figures {
  rows?: number;
  ranges?: number;
  portions?: number;
  parts?: number;
  before?: number;
  bytesBefore?: number;
  key?: string;
  upTo?: string;
  states?: number;
  engine?: string;
  leftHere?: string;
}

/** What the log says of rows that were read in ranges, fetched in parts or written in portions; undefined of other steps. */
export function useStepWords(): (out: RunStep['out']) => string | undefined {
  const t = useT();
  const locale = useLocale();
  return (out) => {
    if (typeof out !== 'object' || out === null) return undefined;
    const {
      rows = 0,
      ranges,
      portions,
      parts,
      before = 0,
      bytesBefore = 0,
      key,
      upTo,
      states,
      engine,
      leftHere,
    } = out as Figures;
    if (leftHere !== undefined) return t(`etltask.job.left_here.${leftHere}`);
    const count = formatNumber(rows, locale);
    const words = [t('etltask.job.rows_here', { rows: count, count: rows })];
    if (ranges !== undefined) {
      words.push(t('etltask.job.ranges', { count: ranges, ranges, key, upTo }));
      if (before > 0) words.push(t('etltask.job.ranges_before', { count: before, before }));
      words.push(t(states === 1 ? 'etltask.job.one_state' : 'etltask.job.more_states'));
      return words.join(' · ');
    }
    if (engine !== undefined) return [...words, t('etltask.job.engine', { engine })].join(' · ');
    if (parts !== undefined) {
      words.push(t('etltask.job.parts', { count: parts, parts }));
      const size = formatBytes(bytesBefore, locale);
      if (before > 0) words.push(t('etltask.job.parts_before', { count: before, before, size }));
      return words.join(' · ');
    }
    if (portions === undefined) return undefined;
    words.push(t('etltask.job.portions', { count: portions, portions }));
    if (before > 0) words.push(t('etltask.job.portions_before', { count: before, before }));
    return words.join(' · ');
  };
}
