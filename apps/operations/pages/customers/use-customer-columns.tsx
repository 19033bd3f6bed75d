import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Customer, CustomerState } from '@formwork/contract/operations/customers.ts';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { formatBytes, formatNumber } from '@formwork/ui/format/number-format.ts';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useMemo } from 'react';

const tones = { active: 'success', expired: 'warning', suspended: 'error' } satisfies Record<CustomerState, StateTone>;

/** What stands first is what a phone shows. */
export function useCustomerColumns(): ListColumn<Customer>[] {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () => [
      { id: 'name', title: t('operations.customers.name'), width: 200, value: ({ name }) => name },
      {
        id: 'state',
        title: t('operations.customers.state'),
        width: 110,
        render: ({ state }) => <StateTag tone={tones[state]}>{t(`operations.customers.state_${state}`)}</StateTag>,
      },
      {
        id: 'edition',
        title: t('operations.customers.edition'),
        width: 110,
        value: ({ edition }) => t(`operations.customers.edition_${edition}`),
      },
      {
        id: 'expires',
        title: t('operations.customers.expires'),
        width: 120,
        value: ({ expiresAt }) =>
          expiresAt === null ? t('operations.customers.never') : wallText(expiresAt, timeZone()).slice(0, 10),
      },
      {
        id: 'people',
        title: t('operations.customers.people'),
        width: 90,
        align: 'end',
        value: ({ usage }) => formatNumber(usage.people, locale),
      },
      {
        id: 'applications',
        title: t('operations.customers.applications'),
        width: 110,
        align: 'end',
        value: ({ usage }) => formatNumber(usage.applications, locale),
      },
      {
        id: 'records',
        title: t('operations.customers.records'),
        width: 130,
        align: 'end',
        value: ({ usage }) => formatNumber(usage.records, locale),
      },
      {
        id: 'stored',
        title: t('operations.customers.stored'),
        width: 110,
        align: 'end',
        value: ({ usage }) => formatBytes(usage.storedBytes, locale),
      },
      {
        id: 'provider',
        title: t('operations.customers.provider'),
        width: 150,
        value: ({ provider }) => provider?.name ?? t('operations.customers.own'),
      },
      {
        id: 'creditCode',
        title: t('operations.customers.credit_code'),
        width: 190,
        value: ({ creditCode }) => creditCode,
      },
      {
        id: 'because',
        title: t('operations.customers.because'),
        width: 200,
        value: ({ suspendedBecause }) => suspendedBecause,
      },
      {
        id: 'created',
        title: t('operations.customers.created'),
        width: 150,
        render: ({ createdAt }) => <Time at={createdAt} locale={locale} />,
      },
    ],
    [t, locale],
  );
}
