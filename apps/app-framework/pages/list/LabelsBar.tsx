import {
  AppstoreOutlined,
  BarChartOutlined,
  CalendarOutlined,
  CheckCircleOutlined,
  DeleteOutlined,
  DownOutlined,
  EditOutlined,
  LinkOutlined,
  PlusOutlined,
  ProfileOutlined,
  ProjectOutlined,
  ScheduleOutlined,
  StarOutlined,
  TableOutlined,
  UnorderedListOutlined,
  ApartmentOutlined,
  SaveOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { wholeList, type View, type ViewSettings, type ViewType } from '@formwork/contract/views/view.ts';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { useInSight } from '@formwork/ui/use-in-sight.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useSetQuery } from '@formwork/web/router/page-context.ts';
import { App } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';

const ViewLinksDrawer = lazy(() => import('./ViewLinksDrawer.tsx'));
const ViewDialog = lazy(() => import('@formwork/records-ui/views/ViewDialog.tsx'));

export const typeIcons: Record<ViewType, ReactNode> = {
  list: <UnorderedListOutlined />,
  calendar: <CalendarOutlined />,
  board: <ProjectOutlined />,
  gallery: <AppstoreOutlined />,
  gantt: <ScheduleOutlined />,
  tree: <ApartmentOutlined />,
  occupancy: <ProfileOutlined />,
  pivot: <TableOutlined />,
  chart: <BarChartOutlined />,
};
const ways: ViewType[] = ['list', 'calendar', 'board', 'gallery', 'gantt', 'tree', 'occupancy'];
const analyses: ViewType[] = ['list', 'pivot', 'chart'];

interface Props {
  formId: string;
  definition: FormDefinition;
  views: readonly View[];
  label: View | undefined;
  chosen: string | null;
  canShare: boolean;
  /** The person may share records of the form. */
  canLink: boolean;
  /** What is shown now, for a new label. */
  settings: ViewSettings;
  /** The person has arranged the label otherwise. */
  changed: boolean;
  onReset: () => void;
}

/** Labels by category: one's own and shared ways to look at the records. */
export function LabelsBar({
  formId,
  definition,
  views,
  label,
  chosen,
  canShare,
  canLink,
  settings,
  changed,
  onReset,
}: Props) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const setQuery = useSetQuery();
  const [dialog, setDialog] = useState<{ view?: View; type?: ViewType; types?: ViewType[]; copy?: boolean }>();
  const [linking, setLinking] = useState(false);
  const refresh = { refresh: [viewsApi.list] };
  const update = useCommand(viewsApi.update, { ...refresh, onDone: onReset });
  const remove = useCommand(viewsApi.remove, { ...refresh, onDone: () => show(undefined) });
  const setDefault = useCommand(viewsApi.setDefault, refresh);
  const choose = useCommand(viewsApi.choose, refresh);
  const show = (id: string | undefined) =>
    setQuery({ label: id, filter: undefined, sort: undefined, at: undefined, mode: undefined });
  const row = useInSight<HTMLElement>('[aria-pressed=true]', label?.id);
  const categories = [...new Set(views.flatMap(({ category }) => category ?? []))];
  const inOrder = [
    ...views.filter(({ category }) => category === null),
    ...categories.flatMap((name) => views.filter(({ category }) => category === name)),
  ];

  const links: MenuEntry = {
    id: 'links',
    title: t('records.link.visitors'),
    icon: <LinkOutlined />,
    onSelect: () => setLinking(true),
  };
  const actions = (view: View): MenuEntry[] => [
    ...(view.can.edit
      ? [{ id: 'edit', title: t('views.label.edit'), icon: <EditOutlined />, onSelect: () => setDialog({ view }) }]
      : []),
    ...(view.can.edit && changed
      ? [{ id: 'save', title: t('views.label.save'), icon: <SaveOutlined />, onSelect: () => save(view) }]
      : []),
    ...(changed ? [{ id: 'reset', title: t('views.label.reset'), icon: <UndoOutlined />, onSelect: onReset }] : []),
    {
      id: 'copy',
      title: t('views.label.copy'),
      icon: <PlusOutlined />,
      onSelect: () => setDialog({ type: view.type, copy: true }),
    },
    ...(canLink && view.type !== 'pivot' && view.type !== 'chart' ? [links] : []),
    'line',
    {
      id: 'first',
      title: t(chosen === view.id ? 'views.label.not_first' : 'views.label.first'),
      icon: <StarOutlined />,
      onSelect: () => void choose.run({ params: { formId }, body: { viewId: chosen === view.id ? null : view.id } }),
    },
    ...(canShare && view.scope === 'shared'
      ? [
          {
            id: 'default',
            title: t(view.isDefault ? 'views.label.no_default' : 'views.label.default'),
            icon: <CheckCircleOutlined />,
            onSelect: () =>
              void setDefault.run({ params: { formId, viewId: view.id }, body: { isDefault: !view.isDefault } }),
          },
        ]
      : []),
    ...(view.can.edit
      ? [
          'line' as const,
          {
            id: 'delete',
            title: t('ui.action.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            onSelect: () => askRemove(view),
          },
        ]
      : []),
  ];
  const save = (view: View) => {
    const { type, title, category, scope, audience, version } = view;
    void update.run({
      params: { formId, viewId: view.id },
      body: {
        type,
        title,
        category,
        scope,
        audience,
        settings: { ...view.settings, ...settings },
        expectedVersion: version,
      },
    });
  };
  const askRemove = (view: View) =>
    modal.confirm({
      title: t('views.label.remove_title', { name: textIn(view.title, locale) }),
      content: t(view.scope === 'shared' ? 'views.label.remove_shared' : 'views.label.remove_own'),
      okText: t('ui.action.delete'),
      cancelText: t('ui.action.cancel'),
      okButtonProps: { danger: true },
      onOk: () => void remove.run({ params: { formId, viewId: view.id } }),
    });

  return (
    <nav ref={row} className="fw-labels" aria-label={t('views.label.bar')}>
      <button
        type="button"
        className="fw-label"
        aria-pressed={label === undefined}
        onClick={() => show(views.length > 0 ? wholeList : undefined)}
      >
        <UnorderedListOutlined /> {t('views.label.all')}
      </button>
      {label === undefined && canLink && (
        <MenuButton label={t('views.label.actions')} items={() => [links]}>
          <DownOutlined />
        </MenuButton>
      )}
      {inOrder.map((view, at) => (
        <span key={view.id} className="fw-label-place">
          {view.category !== null && view.category !== inOrder[at - 1]?.category && (
            <span className="fw-label-category">{view.category}</span>
          )}
          <button
            type="button"
            className="fw-label"
            aria-pressed={view.id === label?.id}
            title={t(`views.scope.${view.scope}`)}
            onClick={() => show(view.id)}
          >
            {typeIcons[view.type]} {textIn(view.title, locale)}
            {view.id === label?.id && changed && (
              <span className="fw-label-dot" aria-label={t('views.label.changed')} />
            )}
            {(view.id === chosen || (chosen === null && view.isDefault)) && <StarOutlined className="fw-label-star" />}
          </button>
          {view.id === label?.id && (
            <MenuButton label={t('views.label.actions')} items={() => actions(view)}>
              <DownOutlined />
            </MenuButton>
          )}
        </span>
      ))}
      {label?.can.edit && changed && (
        <button type="button" className="fw-link-button" onClick={() => save(label)}>
          {t('views.label.save')}
        </button>
      )}
      <MenuButton
        label={t('views.label.new')}
        items={() => [
          { heading: t('views.label.new') },
          ...ways.map((type) => ({
            id: type,
            title: t(`views.type.${type}`),
            icon: typeIcons[type],
            onSelect: () => setDialog({ type, types: ways }),
          })),
          { heading: t('views.label.new_analysis') },
          ...analyses.map((type) => ({
            id: `analysis-${type}`,
            title: t(`views.analysis.${type}`),
            icon: typeIcons[type],
            onSelect: () => setDialog({ type, types: analyses }),
          })),
        ]}
      >
        <PlusOutlined />
      </MenuButton>
      <Suspense>
        {linking && (
          <ViewLinksDrawer
            formId={formId}
            definition={definition}
            label={label}
            settings={settings}
            onClose={() => setLinking(false)}
          />
        )}
        {dialog && (
          <ViewDialog
            formId={formId}
            definition={definition}
            view={dialog.view}
            {...(dialog.type && { type: dialog.type })}
            {...(dialog.types && { types: dialog.types })}
            settings={dialog.copy && label ? { ...label.settings, ...settings } : settings}
            canShare={canShare}
            categories={categories}
            onClose={() => setDialog(undefined)}
            onSaved={({ id }) => show(id)}
          />
        )}
      </Suspense>
    </nav>
  );
}
