import { textIn, type Text } from '@formwork/contract/text.ts';
import type { BranchView, TriedWay } from '@formwork/contract/workflow/process.ts';
import { hasText, type Translate } from '@formwork/web/i18n/i18n.ts';

interface In {
  t: Translate;
  locale: 'zh-CN' | 'en';
}

/** The ways that were taken. */
export function waysIn({ taken }: BranchView, { locale }: In): string {
  return listed(
    taken.map((way) => textIn(way, locale)),
    locale,
  );
}

/** Why a gateway took its way or stopped, `actor` where somebody chose it: a line for every condition that was looked at, with what it read. */
export function whyIn({ why, tried }: BranchView, { t, locale }: In, actor?: string): string[] {
  return [
    t(`workflow.branch.why_${why}`, { actor: actor ?? t('workflow.event.system') }),
    ...tried.map((way) => wayIn(way, { t, locale })),
  ];
}

/** What was empty, over all conditions. */
export function missingIn({ tried }: BranchView, { locale }: In): string {
  return listed(
    [
      ...new Set(
        tried
          .filter(({ holds }) => holds === null)
          .flatMap(({ missing }) => missing.map((title) => textIn(title, locale))),
      ),
    ],
    locale,
  );
}

function wayIn({ name, holds, values, missing, reason }: TriedWay, { t, locale }: In): string {
  const empty = t('workflow.branch.empty');
  const read = listed(
    values.map(({ title, value }) =>
      t('workflow.branch.value', { title: textIn(title, locale), value: value || empty }),
    ),
    locale,
  );
  const unread = listed(
    missing
      .filter((title) => !values.some((one) => sameText(one.title, title) && one.value === ''))
      .map((title) => t('workflow.branch.value', { title: textIn(title, locale), value: empty })),
    locale,
  );
  const wrong = reason !== null && hasText(reason) ? t(reason) : '';
  const facts = [read, unread, wrong].filter(Boolean).join(locale === 'zh-CN' ? '；' : '; ');
  return t(facts === '' ? 'workflow.branch.way' : 'workflow.branch.way_read', {
    name: textIn(name, locale),
    result: t(
      holds === null ? 'workflow.branch.undecided' : holds ? 'workflow.branch.holds' : 'workflow.branch.holds_not',
    ),
    facts,
  });
}

function sameText(a: Text, b: Text): boolean {
  return a.zh === b.zh && a.en === b.en;
}

function listed(texts: readonly string[], locale: In['locale']): string {
  return texts.join(locale === 'zh-CN' ? '、' : ', ');
}
