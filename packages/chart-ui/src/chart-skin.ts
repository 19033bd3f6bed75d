import { chartSkin, type ChartSkin, type ChartWords } from '@formwork/chart/look/skin.ts';
import { useSkin } from '@formwork/ui/skin/skin-provider.tsx';
import type { Skin } from '@formwork/ui/skin/skins.ts';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useMemo } from 'react';

/** The skin of the page as drawings take it; sizes are added where they are known. */
export function useChartSkin(): ChartSkin {
  const skin = useSkin();
  const locale = useLocale();
  const t = useT();
  return useMemo(() => skinFor(skin, locale, t), [skin, locale, t]);
}

function skinFor(skin: Skin, locale: string, t: Translate): ChartSkin {
  return chartSkin({
    dark: skin.dark,
    locale,
    words: wordsOf(t),
    font: getComputedStyle(document.body).fontFamily,
    ink: {
      text: skin.text,
      quiet: skin.textSecondary,
      faint: skin.textTertiary,
      line: skin.line,
      lineSoft: skin.lineSoft,
      ground: skin.surface,
      raised: skin.raised,
      primary: skin.primary,
      good: skin.success,
      warn: skin.warning,
      bad: skin.error,
    },
  });
}

function wordsOf(t: Translate): ChartWords {
  return {
    none: t('charts.word.none'),
    rest: t('charts.word.rest'),
    total: t('charts.word.total'),
    subtotal: t('charts.word.subtotal'),
    count: t('charts.word.count'),
    trend: t('charts.word.trend'),
    forecast: t('charts.word.forecast'),
    avg: t('charts.word.avg'),
    median: t('charts.word.median'),
    min: t('charts.word.min'),
    max: t('charts.word.max'),
    start: t('charts.word.start'),
    end: t('charts.word.end'),
  };
}
