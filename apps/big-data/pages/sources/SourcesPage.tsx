import { ApiOutlined, DeleteOutlined, EditOutlined, KeyOutlined, LinkOutlined, PlusOutlined } from '@ant-design/icons';
import { connectionsApi, type Connection } from '@formwork/contract/connections/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { filtersOf } from '@formwork/web/elements/filters-of.ts';
import { useElements } from '@formwork/web/elements/elements.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, person, text, time } from '@formwork/web/list/columns-of.tsx';
import { ListPage } from '@formwork/web/list/ListPage.tsx';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { sources } from '../../lists.ts';
import { kindTitle } from './kind-title.ts';
import { SourceDialog } from './SourceDialog.tsx';
import { UsesDialog } from './UsesDialog.tsx';
import './sources.css';

/** Kinds that hold data, as the explorer reads them. */
const explorable = ['postgres', 'mysql', 'sqlserver', 'clickhouse', 'files', 'rest', 's3', 'sftp', 'webdav', 'disk'];
const refresh = [connectionsApi.list];

function SourceState({ source, t }: { source: Connection; t: Translate }) {
  const { state, code, data } = source.test;
  const tone = state === 'works' ? 'success' : state === 'fails' ? 'error' : 'neutral';
  return (
    <span title={code === null ? undefined : t(code, data)}>
      <StateTag tone={tone}>{t(`sources.state.${state}`)}</StateTag>
    </span>
  );
}

/** Where data comes from and goes to: databases, files, stores and services. */
export default function SourcesPage() {
  const t = useT();
  const locale = useLocale();
  const { modal, message } = App.useApp();
  const elements = useElements('dataSources');
  const kinds = useQuery(q(connectionsApi.kinds)).data ?? [];
  const [adding, setAdding] = useState<string>();
  const [editing, setEditing] = useState<{ source: Connection; secretsOnly: boolean }>();
  const [used, setUsed] = useState<Connection>();
  const remove = useCommand(connectionsApi.remove, { refresh });
  const test = useCommand(connectionsApi.test, { refresh });
  const tryOut = async ({ id, name }: Connection) => {
    const outcome = await test.run({ params: { connectionId: id } });
    if (outcome?.state === 'works') void message.success(t('sources.works', { name }));
    else if (outcome?.code) void message.error(t('sources.fails', { name, reason: t(outcome.code, outcome.data) }), 8);
  };
  const saved = (source: Connection) => {
    setAdding(undefined);
    setEditing(undefined);
    void tryOut(source);
  };
  const actionsOf = (source: Connection): MenuAction[] => [
    ...(source.can.includes('use') && elements.shows('row', 'test')
      ? [
          {
            id: 'test',
            title: elements.title('row', 'test', t('sources.test')),
            icon: <ApiOutlined />,
            onSelect: () => void tryOut(source),
          },
        ]
      : []),
    ...(source.can.includes('edit')
      ? [
          {
            id: 'edit',
            title: t('sources.edit'),
            icon: <EditOutlined />,
            onSelect: () => setEditing({ source, secretsOnly: false }),
          },
          ...(source.secrets.length > 0 && elements.shows('row', 'rotate')
            ? [
                {
                  id: 'rotate',
                  title: elements.title('row', 'rotate', t('sources.rotate')),
                  icon: <KeyOutlined />,
                  onSelect: () => setEditing({ source, secretsOnly: true }),
                },
              ]
            : []),
        ]
      : []),
    ...(elements.shows('row', 'uses')
      ? [
          {
            id: 'uses',
            title: elements.title('row', 'uses', t('sources.uses')),
            icon: <LinkOutlined />,
            onSelect: () => setUsed(source),
          },
        ]
      : []),
    ...(source.can.includes('own')
      ? [
          {
            id: 'remove',
            title: t('sources.remove'),
            icon: <DeleteOutlined />,
            danger: true,
            onSelect: () =>
              void modal.confirm({
                title: t('sources.remove_title', { name: source.name }),
                content: t('sources.remove_hint'),
                okText: t('sources.remove'),
                okButtonProps: { danger: true },
                onOk: () => remove.run({ params: { connectionId: source.id }, query: { accept: true } }),
              }),
          },
        ]
      : []),
  ];
  const columns = columnsOf<Connection>()('sources.column', {
    name: text,
    kind: (source) => kindTitle(source.kind, t),
    state: (source) => <SourceState source={source} t={t} />,
    testedAt: { width: 150, cell: (source) => time.show(source.test.at, locale) },
    changedBy: person,
    changedAt: time,
  });
  const kindOf = (kind: string) => kinds.find((one) => one.kind === kind);
  const add = (
    <Dropdown
      trigger={['click']}
      menu={{
        items: kinds.map(({ kind }) => ({ key: kind, label: kindTitle(kind, t) })),
        onClick: ({ key }) => setAdding(key),
      }}
    >
      <Button type="primary" icon={<PlusOutlined />}>
        {t('sources.add')}
      </Button>
    </Dropdown>
  );
  const addKind = adding === undefined ? undefined : kindOf(adding);
  const editKind = editing && kindOf(editing.source.kind);
  return (
    <>
      <ListPage<Connection, unknown>
        title={t('sources.title')}
        label={t('sources.title')}
        list={sources}
        columns={columns}
        {...filtersOf(elements, 'filters', {
          search: t('sources.search'),
          filters: [
            {
              name: 'kind' as const,
              label: t('sources.column.kind'),
              options: kinds.map(({ kind }) => ({ value: kind, label: kindTitle(kind, t) })),
            },
          ],
        })}
        actions={add}
        rowActions={actionsOf}
        rowHref={({ id, kind }) =>
          explorable.includes(kind) ? pathTo('dataExplorer', {}, { connection: id }) : undefined
        }
        empty={{ title: t('sources.none'), hint: t('sources.none_hint'), action: add }}
      />
      {addKind && <SourceDialog kind={addKind} onClose={() => setAdding(undefined)} onSaved={saved} />}
      {editing && editKind && (
        <SourceDialog
          kind={editKind}
          source={editing.source}
          secretsOnly={editing.secretsOnly}
          onClose={() => setEditing(undefined)}
          onSaved={saved}
        />
      )}
      {used && <UsesDialog source={used} onClose={() => setUsed(undefined)} />}
    </>
  );
}
