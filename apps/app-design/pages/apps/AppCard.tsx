import {
  ControlOutlined,
  CopyOutlined,
  DatabaseOutlined,
  DeleteOutlined,
  EditOutlined,
  ExportOutlined,
  EyeOutlined,
  FileAddOutlined,
  FileExcelOutlined,
  ForkOutlined,
  FormOutlined,
  MenuOutlined,
  SnippetsOutlined,
} from '@ant-design/icons';
import { formsApi, type App, type FormSummary } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { appAddress } from '@formwork/web/apps/address.ts';
import { FaceOf } from '@formwork/web/apps/face.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Button, Tag } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../paths.ts';
import { AppDialog } from './AppDialog.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { RemovalDialog } from '../uses/RemovalDialog.tsx';
import { usesOfApp, usesOfForm } from '../uses/load-uses.ts';

// the drawing weighs much
const RelationsDialog = lazy(() => import('./RelationsDialog.tsx'));
const ExportDialog = lazy(() => import('../packages/ExportDialog.tsx'));

export function AppCard({ app }: { app: App }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const [dialog, setDialog] = useState<'form' | 'rename' | 'copy' | 'relations' | 'remove' | 'export'>();
  const copy = useCommand(formsApi.copyApp, { refresh: [formsApi.listApps], onDone: () => setDialog(undefined) });
  const update = useCommand(formsApi.updateApp, { refresh: [formsApi.listApps] });
  const remove = useCommand(formsApi.removeApp, { refresh: [formsApi.listApps, formsApi.listBin] });
  return (
    <article className="design-card">
      <header>
        <FaceOf app={app} size={32} />
        <h3>
          <Link href={appAddress(app)}>{textIn(app.title, locale)}</Link>
        </h3>
        {app.template && <Tag>{t('design.template.tag')}</Tag>}
        <MenuButton
          label={t('design.apps.more')}
          items={[
            ...(app.kind === 'forms'
              ? [
                  {
                    id: 'relations',
                    title: t('design.relations.button'),
                    icon: <ForkOutlined />,
                    onSelect: () => setDialog('relations'),
                  },
                ]
              : []),
            ...(app.can.edit && app.kind === 'forms'
              ? [
                  {
                    id: 'preview',
                    title: t('design.apps.preview'),
                    icon: <EyeOutlined />,
                    href: paths.viewPreview(app.id),
                  },
                  {
                    id: 'menu',
                    title: t('design.menu.action'),
                    icon: <MenuOutlined />,
                    href: pathTo('appDesign', {}, { menu: app.id }),
                  },
                  {
                    id: 'buttons',
                    title: t('design.apps.buttons'),
                    icon: <ControlOutlined />,
                    href: paths.buttons(app.id),
                  },
                  {
                    id: 'copy',
                    title: t('design.copy.copy'),
                    icon: <CopyOutlined />,
                    onSelect: () => setDialog('copy'),
                  },
                  {
                    id: 'export',
                    title: t('packages.export.action'),
                    icon: <ExportOutlined />,
                    onSelect: () => setDialog('export'),
                  },
                  {
                    id: 'template',
                    title: t(app.template ? 'design.template.unmark' : 'design.template.mark'),
                    icon: <SnippetsOutlined />,
                    onSelect: () =>
                      void update.run({ params: { appId: app.id }, body: { template: app.template !== true } }),
                  },
                ]
              : []),
            ...(app.can.edit
              ? [
                  {
                    id: 'rename',
                    title: t('design.apps.rename'),
                    icon: <EditOutlined />,
                    onSelect: () => setDialog('rename'),
                  },
                  'line' as const,
                  {
                    id: 'remove',
                    title: t('design.apps.remove'),
                    icon: <DeleteOutlined />,
                    danger: true,
                    onSelect: () => setDialog('remove'),
                  },
                ]
              : []),
          ]}
        />
      </header>
      {app.kind === 'files' ? (
        <p className="design-quiet">{t('design.apps.kind_files')}</p>
      ) : app.forms.length === 0 ? (
        <p className="design-quiet">{t('design.apps.no_forms')}</p>
      ) : (
        <ul>
          {app.forms.map((form) => (
            <FormLine key={form.id} form={form} />
          ))}
        </ul>
      )}
      {app.can.edit && app.kind === 'forms' && (
        <footer>
          <Button size="small" icon={<FileAddOutlined />} onClick={() => setDialog('form')}>
            {t('design.forms.create_blank')}
          </Button>
          <Button size="small" icon={<FileExcelOutlined />} onClick={() => void router.go(paths.importSheet(app.id))}>
            {t('design.forms.create_sheet')}
          </Button>
        </footer>
      )}
      {dialog === 'form' && <FormDialog appId={app.id} onClose={() => setDialog(undefined)} />}
      {dialog === 'copy' && (
        <CopyDialog
          title={app.title}
          heading={t('design.copy.app')}
          pending={copy.pending}
          onCopy={(title, withRules) => void copy.run({ params: { appId: app.id }, body: { title, withRules } })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'relations' && (
        <Suspense>
          <RelationsDialog app={app} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
      {dialog === 'export' && (
        <Suspense>
          <ExportDialog app={app} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
      {dialog === 'remove' && (
        <RemovalDialog
          thing={app.id}
          title={t('design.apps.remove_title', { title: textIn(app.title, locale) })}
          hint={t('design.apps.remove_hint', { count: app.forms.length })}
          okText={t('design.apps.remove')}
          load={() => usesOfApp(app.id)}
          onRemove={(acceptUses) => remove.run({ params: { appId: app.id }, query: { acceptUses } })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'rename' && <AppDialog app={app} systems={[]} onClose={() => setDialog(undefined)} />}
    </article>
  );
}

function FormLine({ form }: { form: FormSummary }) {
  const t = useT();
  const locale = useLocale();
  const [copying, setCopying] = useState(false);
  const [removing, setRemoving] = useState(false);
  const copy = useCommand(formsApi.copyForm, { refresh: [formsApi.listApps], onDone: () => setCopying(false) });
  const remove = useCommand(formsApi.removeForm, { refresh: [formsApi.listApps, formsApi.listBin] });
  const title = textIn(form.title, locale);
  return (
    <li>
      <Link href={form.release === null ? paths.formSettings(form.appId, form.id) : paths.app(form.appId, form.id)}>
        {title}
      </Link>
      {form.release === null && <Tag>{t('design.forms.draft')}</Tag>}
      {form.can.design && (
        <MenuButton
          label={t('design.forms.more', { title })}
          items={[
            {
              id: 'design',
              title: t('design.forms.design'),
              icon: <FormOutlined />,
              href: paths.formSettings(form.appId, form.id),
            },
            ...(form.release === null
              ? []
              : [
                  {
                    id: 'model',
                    title: t('design.forms.model'),
                    icon: <DatabaseOutlined />,
                    href: paths.dataModel(form.id),
                  },
                ]),
            { id: 'copy', title: t('design.copy.copy'), icon: <CopyOutlined />, onSelect: () => setCopying(true) },
            {
              id: 'remove',
              title: t('design.forms.remove'),
              icon: <DeleteOutlined />,
              danger: true,
              onSelect: () => setRemoving(true),
            },
          ]}
        />
      )}
      {removing && (
        <RemovalDialog
          thing={form.id}
          title={t('design.forms.remove_title', { title })}
          hint={t('design.forms.remove_hint')}
          okText={t('design.forms.remove')}
          load={() => usesOfForm(form.id)}
          onRemove={(acceptUses) => remove.run({ params: { formId: form.id }, query: { acceptUses } })}
          onClose={() => setRemoving(false)}
        />
      )}
      {copying && (
        <CopyDialog
          title={form.title}
          heading={t('design.copy.form')}
          pending={copy.pending}
          onCopy={(next, withRules) => void copy.run({ params: { formId: form.id }, body: { title: next, withRules } })}
          onClose={() => setCopying(false)}
        />
      )}
    </li>
  );
}
