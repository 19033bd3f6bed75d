import { DeleteOutlined } from '@ant-design/icons';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Segmented } from 'antd';
import { useState } from 'react';

/** What was run before, and what is kept under a name. */
export function KeptQueries({
  source,
  onClose,
  onChoose,
}: {
  source: string;
  onClose: () => void;
  onChoose: (sql: string) => void;
}) {
  const t = useT();
  const [kept, setKept] = useState(false);
  return (
    <Drawer open title={t('explorer.kept')} onClose={onClose} size={480}>
      <Segmented
        block
        aria-label={t('explorer.kept')}
        value={kept ? 'named' : 'history'}
        onChange={(next) => setKept(next === 'named')}
        options={(['history', 'named'] as const).map((value) => ({ value, label: t(`explorer.kept.${value}`) }))}
      />
      <Lines key={String(kept)} source={source} kept={kept} onChoose={onChoose} />
    </Drawer>
  );
}

function Lines({ source, kept, onChoose }: { source: string; kept: boolean; onChoose: (sql: string) => void }) {
  const t = useT();
  const locale = useLocale();
  const drop = useCommand(explorerApi.dropQuery, { refresh: [explorerApi.queries] });
  const reading = useQuery(q(explorerApi.queries, { query: { kept, source } }));
  if (!reading.data) return <Unread of={[reading]} small skeleton={<SkeletonRows rows={6} columns={1} />} />;
  if (reading.data.length === 0)
    return <EmptyState small title={t(kept ? 'explorer.none_kept' : 'explorer.none_run')} />;
  return (
    <ul className="explorer-kept">
      {reading.data.map(({ id, name, sql, at, rows, ms, error }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose(sql)}>
            {name !== null && <b>{name}</b>}
            <code>{sql}</code>
            <small>
              <Time at={at} locale={locale} />{' '}
              {error !== null ? t('explorer.failed') : rows !== null && t('explorer.ran', { count: rows, ms: ms ?? 0 })}
            </small>
          </button>
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('explorer.drop_query')}
            onClick={() => void drop.run({ params: { queryId: id } })}
          />
        </li>
      ))}
    </ul>
  );
}
