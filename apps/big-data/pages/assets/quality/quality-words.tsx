import type { QualityKind, QualityResult, QualityRule } from '@formwork/contract/assets/quality.ts';
import { rowKinds } from '@formwork/contract/assets/quality.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { useT, type Translate } from '@formwork/web/i18n/i18n.ts';

const tones = { new: 'neutral', passed: 'success', failed: 'error', broken: 'warning' } as const;

export function RuleStateTag({ state }: { state: QualityRule['state'] }) {
  const t = useT();
  return <StateTag tone={tones[state]}>{t(`assets.rule_state.${state}`)}</StateTag>;
}

/** What came out, in words. */
export function resultText(kind: QualityKind, { checked, failed, value, state, why }: QualityResult, t: Translate) {
  if (state === 'broken') return why === null ? '' : t(why);
  if (rowKinds.has(kind))
    return failed === 0 ? t('assets.result.all', { checked }) : t('assets.result.rows', { failed, checked });
  if (kind === 'fresh')
    return value === null ? t('assets.result.fresh_none') : t('assets.result.fresh', { value: rounded(value) });
  if (kind === 'volume') return t('assets.result.volume', { value: value ?? 0 });
  return value === null ? t('assets.result.few') : t('assets.result.drift', { value: rounded(value) });
}

const rounded = (value: number): number => Number(value.toPrecision(3));
