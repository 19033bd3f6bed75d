import { overdueStates, retentionApi, type OverdueRow } from '@formwork/contract/assets/retention.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useCursorPages } from '@formwork/web/http/use-cursor-pages.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';
import { addressOfDefinition } from '@formwork/web/resources/addresses.ts';
import { App, Button, Drawer, Segmented } from 'antd';
import { useState } from 'react';
import { KeepDialog } from './KeepDialog.tsx';
import { AssetKind } from './kind.tsx';
import { useReason } from './reasons.ts';
import { overdueReadings } from './overdue-readings.ts';

type State = (typeof overdueStates)[number];

/** What is there for longer than is meant, and what to do about it. */
export function OverdueDrawer({ onOpen, onClose }: { onOpen: (id: number) => void; onClose: () => void }) {
  const t = useT();
  const [state, setState] = useState<State>('due');
  const { rows, status, hasMore, loadingMore, onEndReached } = useCursorPages(
    keyOf(retentionApi.overdue, { query: { state } }),
    (after) => call(retentionApi.overdue, { query: { state, ...after } }),
  );
  const [keeping, setKeeping] = useState<OverdueRow>();
  return (
    <Drawer open size={760} title={t('assets.overdue')} onClose={onClose}>
      <div className="asset-stack">
        <p className="asset-note">{t('assets.overdue.hint')}</p>
        <Segmented
          value={state}
          onChange={setState}
          options={overdueStates.map((value) => ({ value, label: t(`assets.overdue.${value}`) }))}
        />
        {status === 'ready' && rows.length === 0 && <EmptyState title={t(`assets.overdue.none_${state}`)} />}
        {rows.map((row) => (
          <Row key={row.id} row={row} onOpen={() => onOpen(row.id)} onKeep={() => setKeeping(row)} />
        ))}
        {hasMore && (
          <Button loading={loadingMore} onClick={onEndReached}>
            {t('assets.more')}
          </Button>
        )}
      </div>
      {keeping && <KeepDialog row={keeping} onClose={() => setKeeping(undefined)} />}
    </Drawer>
  );
}

function Row({ row, onOpen, onKeep }: { row: OverdueRow; onOpen: () => void; onKeep: () => void }) {
  const t = useT();
  const locale = useLocale();
  const can = useCan();
  const { message } = App.useApp();
  const reason = useReason();
  const remind = useCommand(retentionApi.remind, {
    onDone: ({ told }) => void message.info(t('assets.overdue.reminded', { count: told })),
  });
  const look = useCommand(retentionApi.age, { refresh: overdueReadings });
  const address = row.kind === 'form' ? oldRecords(row) : addressOfDefinition(row.address);
  const params = { assetId: row.id };
  const edit = can('assets.asset.edit');
  return (
    <section className="asset-card" aria-label={textIn(row.title, locale)}>
      <div className="asset-line">
        <strong className="asset-wide">{textIn(row.title, locale)}</strong>
        {row.over === null ? null : row.keptUntil !== null && row.over >= 0 && row.keptWhy !== '' ? (
          <StateTag tone="neutral">{t('assets.overdue.until', { day: row.keptUntil })}</StateTag>
        ) : (
          <StateTag tone="error">{t('assets.overdue.over', { days: row.over })}</StateTag>
        )}
      </div>
      <p className="asset-note">
        <AssetKind kind={row.kind} />
        {row.place.zh === '' ? '' : ` · ${textIn(row.place, locale)}`} ·{' '}
        {t('assets.overdue.keep_days', { days: row.retention })}
        {row.owner !== null && (
          <>
            {' '}
            · <PersonName id={row.owner} />
          </>
        )}
      </p>
      <p className="asset-text">
        {row.over === null
          ? row.why === null
            ? t('assets.age.never')
            : reason(row.why)
          : row.keptWhy !== ''
            ? row.keptWhy
            : t(`assets.then.${row.then}.do`)}
      </p>
      <div className="asset-line">
        {address !== undefined && (
          <Link href={address}>{t(row.kind === 'form' ? 'assets.overdue.open_rows' : 'assets.open')}</Link>
        )}
        <Button size="small" type="text" onClick={onOpen}>
          {t('assets.overdue.details')}
        </Button>
        <span className="asset-gap" />
        {edit && row.over === null && (
          <Button size="small" loading={look.pending} onClick={() => void look.run({ params })}>
            {t('assets.age.look')}
          </Button>
        )}
        {edit && row.over !== null && (
          <>
            <Button size="small" loading={remind.pending} onClick={() => void remind.run({ params })}>
              {t('assets.overdue.remind')}
            </Button>
            <Button size="small" onClick={onKeep}>
              {t('assets.overdue.keep')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const dayMs = 86_400_000;

/** The records that are beyond their time, in their list: what is to be done is done there. */
function oldRecords({ address, ageColumn, ageType, retention }: OverdueRow): string | undefined {
  if (address.appId === null) return undefined;
  const before = new Date(Date.now() - retention * dayMs).toISOString();
  // a field of a slave table is none of the list
  const field = ageColumn === null || ageColumn.includes('.') ? '_createdAt' : ageColumn;
  const value = field !== '_createdAt' && ageType === 'date' ? before.slice(0, 10) : before;
  const filter = { all: [{ field, operator: 'lt', value }] };
  return pathTo('appList', { appId: address.appId }, { form: address.id, filter: JSON.stringify(filter) });
}
