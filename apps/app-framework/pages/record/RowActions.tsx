import { ShareAltOutlined, SwapOutlined } from '@ant-design/icons';
import type { FormDefinition, SlaveTable } from '@formwork/contract/forms/definition.ts';
import { mostLinkRows } from '@formwork/contract/records/link.ts';
import { mostRowsMoved, mostRowsShared, shareApi } from '@formwork/contract/records/share.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { ShownRow } from '@formwork/records-ui/record-form/sub-tables/slave-columns.tsx';
import { App, Button, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';

const LinkDialog = lazy(() => import('./LinkDialog.tsx'));
const RowShareDialog = lazy(() => import('./RowShareDialog.tsx'));
const RelationDialog = lazy(() => import('@formwork/records-ui/fields/relations/RelationDialog.tsx'));

interface Props {
  formId: string;
  definition: FormDefinition;
  record: FormRecord;
  table: SlaveTable;
  chosen: readonly ShownRow[];
  /** Something is not saved yet. */
  changed: boolean;
  mayTransfer: boolean;
  onMoved: () => void;
}

type Asked = 'share' | 'link' | 'transfer';

/** Chosen rows of a slave table, shown to people or by a link, or given to another record of the form. */
export function RowActions({ formId, definition, record, table, chosen, changed, mayTransfer, onMoved }: Props) {
  const t = useT();
  const { message } = App.useApp();
  const [asking, setAsking] = useState<Asked>();
  const transfer = useCommand(shareApi.transferRows, { failed: 'records.transfer.failed_call' });
  const rows = chosen.map(({ key }) => key);
  const ask = (what: Asked) => (changed ? void message.warning(t('records.slave.save_rows_first')) : setAsking(what));
  const move = async (to: { id: string; title: string }) => {
    const done = await transfer.run({
      params: { formId, recordId: record.id },
      body: { table: table.id, rows, to: to.id, expectedVersion: record.version },
    });
    if (!done) return;
    void message.success(
      t('records.slave.transferred', { count: rows.length, title: to.title || t('records.record.untitled') }),
    );
    setAsking(undefined);
    onMoved();
  };
  return (
    <>
      {record.can.share && rows.length <= Math.min(mostLinkRows, mostRowsShared) && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'share', label: t('records.slave.share_people') },
              { key: 'link', label: t('records.slave.share_link') },
            ],
            onClick: ({ key }) => ask(key as Asked),
          }}
        >
          <Button size="small" icon={<ShareAltOutlined />}>
            {t('records.slave.share')}
          </Button>
        </Dropdown>
      )}
      {mayTransfer && rows.length <= mostRowsMoved && (
        <Button size="small" icon={<SwapOutlined />} loading={transfer.pending} onClick={() => ask('transfer')}>
          {t('records.slave.transfer')}
        </Button>
      )}
      {asking === 'share' && (
        <Suspense>
          <RowShareDialog
            formId={formId}
            recordId={record.id}
            definition={definition}
            hidden={record.hidden ?? []}
            table={table}
            rows={rows}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
      {asking === 'link' && (
        <Suspense>
          <LinkDialog
            formId={formId}
            recordId={record.id}
            definition={definition}
            hidden={record.hidden ?? []}
            rows={{ table, ids: rows }}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
      {asking === 'transfer' && (
        <Suspense>
          <RelationDialog
            formId={formId}
            title={t('records.slave.transfer_to', { count: rows.length })}
            columns={undefined}
            choosable={undefined}
            chosen={[]}
            multiple={false}
            max={undefined}
            mayCreate
            onDone={([to]) => {
              if (to) void move(to);
            }}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
