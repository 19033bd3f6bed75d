import { mainEnvironment } from '@formwork/contract/gateway/api.ts';
import type { PortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';

export const subscriptionTones = {
  requested: 'warning',
  approved: 'success',
  refused: 'error',
  suspended: 'warning',
  ended: 'neutral',
} as const;

const liveTones = { live: 'success', deprecated: 'warning', retired: 'neutral' } as const;

/** Where an API is served, in which state, and until when. */
export function LiveTag({ live: { environment, name, state, sunset } }: { live: PortalApi['live'][number] }) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const where = environment === mainEnvironment ? t('gateway.environment.main') : name || environment;
  const until = sunset === null || state === 'live' ? '' : ` · ${formatTime(sunset, locale, 'date', zone)}`;
  return (
    <StateTag tone={liveTones[state]}>
      {state === 'live' ? where : `${where} · ${t(`gateway.state.${state}`)}${until}`}
    </StateTag>
  );
}
