import { toldWays, type ToldWay } from '@formwork/contract/analytics/told-api.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';

/** What one has asked to be told of, line by line. */
export function ToldList<One extends { id: string }>({
  list,
  none,
  line,
}: {
  list: UseQueryResult<One[]>;
  none: string;
  line: (one: One) => ReactNode;
}) {
  if (!list.data) return <Unread of={[list]} small skeleton={<SkeletonRows rows={2} columns={1} />} />;
  if (list.data.length === 0) return <EmptyState small title={none} />;
  return (
    <ul>
      {list.data.map((one) => (
        <li key={one.id}>{line(one)}</li>
      ))}
    </ul>
  );
}

/** Who is told, those last who are taken out. */
export function namesOf(receivers: readonly { name: string; except?: boolean }[], comma: string, t: Translate): string {
  return receivers
    .map(({ name, except }) => (except ? t('records.pick.but', { name: name || '—' }) : name || '—'))
    .join(comma);
}

/** That mails are asked for whom none reaches. */
export function Mailless({ count }: { count: number }) {
  const t = useT();
  return count === 0 ? null : <small className="analytics-quiet">{t('analytics.told.mailless', { count })}</small>;
}

/** By which ways somebody is told. */
export function ToldWays({ value, onChange }: { value: ToldWay[]; onChange: (next: ToldWay[]) => void }) {
  const t = useT();
  return (
    <Checkbox.Group
      aria-label={t('analytics.told.ways')}
      value={value}
      options={toldWays.map((way) => ({ value: way, label: t(`analytics.told.way.${way}`) }))}
      onChange={onChange}
    />
  );
}
