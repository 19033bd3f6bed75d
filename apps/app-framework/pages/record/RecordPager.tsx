import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Link } from '@formwork/ui/frame/link.tsx';
import { formatNumber } from '@formwork/ui/format/number-format.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useEffect, type ReactNode } from 'react';
import { paths, type ListView } from '../../paths.ts';
import { useRecordCount, useRecordList } from '../list/use-record-list.ts';

/** A record this far down the list is not looked for: its neighbours are then not offered. */
const furthest = 600;

/** The records before and after this one, in the order of the list it was opened from. */
export function RecordPager({
  appId,
  formId,
  recordId,
  view,
}: {
  appId: string;
  formId: string;
  recordId: string;
  view: ListView;
}) {
  const t = useT();
  const locale = useLocale();
  const { pages, rows, hasMore } = useRecordList(formId, view);
  const count = useRecordCount(formId, view);
  const at = rows.findIndex(({ id }) => id === recordId);
  const wanted = at < 0 ? rows.length < furthest : at >= rows.length - 2;
  const { isFetching, fetchNextPage } = pages;
  useEffect(() => {
    if (wanted && hasMore && !isFetching) void fetchNextPage();
  }, [wanted, hasMore, isFetching, fetchNextPage]);
  if (at < 0) return null;
  const to = (index: number) => rows[index] && paths.record(appId, formId, rows[index].id, view);
  return (
    <span className="fw-pager">
      <Neighbour href={to(at - 1)} label={t('records.record.previous')} icon={<LeftOutlined />} />
      <span className="fw-pager-place">
        {count.data
          ? `${formatNumber(at + 1, locale)} / ${formatNumber(count.data.total, locale)}`
          : formatNumber(at + 1, locale)}
      </span>
      <Neighbour href={to(at + 1)} label={t('records.record.next')} icon={<RightOutlined />} />
    </span>
  );
}

function Neighbour({ href, label, icon }: { href: string | undefined; label: string; icon: ReactNode }) {
  if (href === undefined)
    return (
      <button type="button" className="fw-icon-button" aria-label={label} title={label} disabled>
        {icon}
      </button>
    );
  return (
    <Link className="fw-icon-button" href={href} aria-label={label} title={label}>
      {icon}
    </Link>
  );
}
