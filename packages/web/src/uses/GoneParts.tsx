import { textIn } from '@formwork/contract/text.ts';
import type { View } from '@formwork/contract/views/view.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { GoneNotice } from './GoneNotice.tsx';

/** The same as `GoneUses` over a label of one's own, for people who design nothing: what it names that is gone. */
export function GoneParts({ gone }: { gone: NonNullable<View['gone']> }) {
  const t = useT();
  const locale = useLocale();
  return (
    <GoneNotice count={gone.length}>
      <ul className="fw-uses" aria-label={t('uses.list')}>
        {gone.map(({ place, what }) => (
          <li key={`${place} ${what.zh}`} data-plain>
            <span className="fw-use-what">{t(`uses.place.${place}`, { what: textIn(what, locale) })}</span>
          </li>
        ))}
      </ul>
    </GoneNotice>
  );
}
