import { schedulesApi } from '@formwork/contract/schedules/api.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isApiError } from '../http/api-error.ts';
import { call } from '../http/call.ts';
import { errorText } from '../http/error-text.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import './timing.css';

/** What comes next of what is set, or what is wrong with it. */
export function NextTimes({ cron, workdays }: { cron: string; workdays: boolean }) {
  const t = useT();
  const preview = useQuery({
    queryKey: ['next times', cron, workdays],
    queryFn: () =>
      call(schedulesApi.preview, { body: { timing: { cron, workdays, overlap: 'skip', missed: 'once' } } }),
    enabled: cron.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  // whoever may see no schedules sets them all the same
  if (isApiError(preview.error))
    return preview.error.status === 422 ? (
      <p className="timing-wrong" role="alert">
        {errorText(preview.error, t)}
      </p>
    ) : null;
  return preview.data ? <ListOfTimes times={preview.data.times} /> : null;
}

/** The first three of them. */
export function ListOfTimes({ times }: { times: readonly string[] }) {
  const t = useT();
  const locale = useLocale();
  if (times.length === 0) return <p className="timing-wrong">{t('timing.never')}</p>;
  return (
    <p className="timing-next">
      {t('timing.next')}{' '}
      {times.slice(0, 3).map((at, place) => (
        <span key={at}>
          {place > 0 && ' · '}
          <Time at={at} locale={locale} relative={false} />
        </span>
      ))}
    </p>
  );
}
