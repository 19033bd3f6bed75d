import { DeleteOutlined, EditOutlined, EyeOutlined, PlusOutlined } from '@ant-design/icons';
import { formsApi, type App as Application } from '@formwork/contract/forms/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import type { View, ViewType } from '@formwork/contract/views/view.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, NoPermission, SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { isGone } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useParams, usePageTitle } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Dropdown } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { paths } from '../../paths.ts';

const ViewDialog = lazy(() => import('@formwork/records-ui/views/ViewDialog.tsx'));

/** The shared views of some types, over all forms of an application. */
export function SharedViews({
  title,
  types,
}: {
  title: 'views.config.custom_title' | 'views.config.ratio_title';
  types: readonly ViewType[];
}) {
  const t = useT();
  const { appId = '' } = useParams();
  const apps = useQuery(q(formsApi.listApps));
  const views = useQuery(q(viewsApi.ofApp, { params: { appId } }));
  const app = apps.data?.apps.find(({ id }) => id === appId);
  usePageTitle(t(title));
  const gone = <NoPermission title={t('records.app.gone')} hint={t('records.app.gone_hint')} />;
  if (isGone(views.error)) return gone;
  if (!apps.data || !views.data) return <Unread of={[apps, views]} skeleton={<SkeletonPage />} />;
  if (!app) return gone;
  return (
    <Views title={t(title)} app={app} types={types} views={views.data.filter(({ type }) => types.includes(type))} />
  );
}

function Views({
  title,
  app,
  types,
  views,
}: {
  title: string;
  app: Application;
  types: readonly ViewType[];
  views: View[];
}) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const [dialog, setDialog] = useState<{ formId: string; view?: View }>();
  const remove = useCommand(viewsApi.remove, { refresh: [viewsApi.ofApp] });
  const forms = useMemo(() => app.forms.filter(({ release }) => release !== null), [app]);
  const columns = useMemo(
    (): ListColumn<View>[] => [
      { id: 'title', title: t('views.config.view'), width: 240, value: (view) => textIn(view.title, locale) },
      { id: 'type', title: t('views.dialog.type'), width: 140, value: ({ type }) => t(`views.type.${type}`) },
      {
        id: 'form',
        title: t('views.config.form'),
        width: 200,
        value: ({ formId }) => textIn(forms.find(({ id }) => id === formId)?.title, locale),
      },
      {
        id: 'audience',
        title: t('views.config.shared_with'),
        width: 160,
        value: ({ audience }) =>
          audience.length === 0 ? t('views.config.everyone') : t('views.config.some', { count: audience.length }),
      },
      { id: 'category', title: t('views.dialog.category'), width: 140, value: ({ category }) => category },
      {
        id: 'default',
        title: t('views.config.default'),
        width: 100,
        render: ({ isDefault }) => (isDefault ? <StateTag tone="success">{t('views.config.default')}</StateTag> : null),
      },
    ],
    [t, locale, forms],
  );
  const add =
    forms.length === 1 ? (
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ formId: forms[0]!.id })}>
        {t('views.config.new')}
      </Button>
    ) : (
      <Dropdown
        trigger={['click']}
        menu={{
          items: forms.map((form) => ({ key: form.id, label: textIn(form.title, locale) })),
          onClick: ({ key }) => setDialog({ formId: key }),
        }}
      >
        <Button type="primary" icon={<PlusOutlined />}>
          {t('views.config.new')}
        </Button>
      </Dropdown>
    );
  const ask = (view: View) =>
    modal.confirm({
      title: t('views.label.remove_title', { name: textIn(view.title, locale) }),
      content: t('views.label.remove_shared'),
      okText: t('ui.action.delete'),
      cancelText: t('ui.action.cancel'),
      okButtonProps: { danger: true },
      onOk: () => void remove.run({ params: { formId: view.formId, viewId: view.id } }),
    });
  return (
    <Page
      fill
      flush
      title={title}
      note={textIn(app.title, locale)}
      back={paths.app(app.id)}
      actions={forms.length > 0 && add}
    >
      {forms.length === 0 ? (
        <EmptyState title={t('views.config.no_forms')} hint={t('views.config.no_forms_hint')} />
      ) : (
        <DataList<View>
          label={title}
          rows={views}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={(view) => setDialog({ formId: view.formId, view })}
          empty={<EmptyState title={t('views.config.none')} hint={t('views.config.none_hint')} action={add} />}
          rowActions={(view) => [
            {
              id: 'open',
              title: t('views.config.open'),
              icon: <EyeOutlined />,
              href: paths.label(app.id, view.formId, view.id),
            },
            {
              id: 'edit',
              title: t('views.label.edit'),
              icon: <EditOutlined />,
              onSelect: () => setDialog({ formId: view.formId, view }),
            },
            {
              id: 'delete',
              title: t('ui.action.delete'),
              icon: <DeleteOutlined />,
              danger: true,
              onSelect: () => void ask(view),
            },
          ]}
        />
      )}
      {dialog && (
        <FormViewDialog
          key={`${dialog.formId} ${dialog.view?.id}`}
          {...dialog}
          types={types}
          categories={[...new Set(views.flatMap(({ category }) => category ?? []))]}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Page>
  );
}

/** The dialog with the fields of the form as it is released. */
function FormViewDialog({
  formId,
  view,
  types,
  categories,
  onClose,
}: {
  formId: string;
  view?: View;
  types: readonly ViewType[];
  categories: string[];
  onClose: () => void;
}) {
  const plan = useQuery(q(recordsApi.plan, { params: { formId } }));
  if (!plan.data) return null;
  return (
    <Suspense>
      <ViewDialog
        formId={formId}
        definition={plan.data.definition}
        {...(view && { view })}
        type={types[0]}
        types={types}
        canShare
        sharedOnly
        categories={categories}
        onClose={onClose}
        onSaved={() => undefined}
      />
    </Suspense>
  );
}
