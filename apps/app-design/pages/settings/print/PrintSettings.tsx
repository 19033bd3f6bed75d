import { PlusOutlined } from '@ant-design/icons';
import type { DefinitionUses } from '@formwork/contract/definitions/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { printingApi, type PrintTemplate } from '@formwork/contract/printing/api.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { UseLines } from '@formwork/web/resources/Uses.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { GoneUses } from '@formwork/web/uses/GoneUses.tsx';
import { App, Button, Tag } from 'antd';
import './print.css';
import { TemplateEditor } from './TemplateEditor.tsx';

/** The print templates of a form: a list, and one of them in the designer. */
export function PrintSettings({
  formId,
  definition,
  readOnly,
}: {
  formId: string;
  definition: FormDefinition;
  readOnly: boolean;
}) {
  const [chosen, setChosen] = useQueryText('template');
  if (chosen === undefined)
    return <TemplateList formId={formId} definition={definition} readOnly={readOnly} onOpen={setChosen} />;
  return (
    <OpenTemplate
      key={chosen}
      formId={formId}
      templateId={chosen}
      definition={definition}
      readOnly={readOnly}
      onBack={() => setChosen(undefined)}
    />
  );
}

function TemplateList({
  formId,
  definition,
  readOnly,
  onOpen,
}: {
  formId: string;
  definition: FormDefinition;
  readOnly: boolean;
  onOpen: (id: string) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { modal, message } = App.useApp();
  const templates = useQuery(q(printingApi.templates, { params: { formId } }));
  const create = useCommand(printingApi.createTemplate, { refresh: [printingApi.templates, printingApi.choices] });
  const remove = async (template: PrintTemplate, acceptUses: boolean): Promise<void> => {
    try {
      await call(printingApi.removeTemplate, { params: { formId, templateId: template.id }, query: { acceptUses } });
      await refresh(printingApi.templates, printingApi.choices);
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (error.code !== 'definitions.release.asks') return void message.error(errorText(error, t));
      // buttons that print by it go on with nothing
      void modal.confirm({
        title: t('resources.archive_used'),
        content: <UseLines {...(error.data as unknown as DefinitionUses)} />,
        okText: t('ui.action.delete'),
        okButtonProps: { danger: true },
        onOk: () => remove(template, true),
      });
    }
  };
  if (templates.isPending) return <SkeletonRows rows={4} columns={2} />;
  if (templates.isError) return <ErrorState onRetry={() => void templates.refetch()} />;
  const add = async () => {
    const made = await create.run({
      params: { formId },
      body: {
        title: { zh: `${definition.title.zh.slice(0, 180)} ${templates.data.length + 1}` },
        content: startingTemplate(definition, locale),
      },
    });
    if (made) onOpen(made.id);
    else void message.error(t('design.print.not_saved'));
  };
  const ask = (template: PrintTemplate) =>
    modal.confirm({
      title: t('design.print.remove_title', { title: textIn(template.title, locale) }),
      okText: t('ui.action.delete'),
      okButtonProps: { danger: true },
      onOk: () => remove(template, false),
    });
  const addButton = (
    <Button type="primary" icon={<PlusOutlined />} loading={create.pending} onClick={() => void add()}>
      {t('design.print.add')}
    </Button>
  );
  if (templates.data.length === 0)
    return (
      <EmptyState
        title={t('design.print.empty')}
        hint={t('design.print.empty_hint')}
        {...(readOnly ? {} : { action: addButton })}
      />
    );
  return (
    <div className="print-templates">
      {!readOnly && addButton}
      <ul>
        {templates.data.map((template) => (
          <li key={template.id}>
            <button type="button" onClick={() => onOpen(template.id)}>
              {textIn(template.title, locale)}
            </button>
            {template.isDefault && <Tag color="blue">{t('design.print.default')}</Tag>}
            {!template.enabled && <Tag>{t('design.print.off')}</Tag>}
            <span className="print-templates-note">
              {t('design.print.version', { number: template.version })} <Time at={template.changedAt} locale={locale} />
            </span>
            {!readOnly && (
              <Button size="small" type="text" danger onClick={() => void ask(template)}>
                {t('ui.action.delete')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function OpenTemplate({
  formId,
  templateId,
  ...rest
}: {
  formId: string;
  templateId: string;
  definition: FormDefinition;
  readOnly: boolean;
  onBack: () => void;
}) {
  const template = useQuery({
    ...q(printingApi.getTemplate, { params: { formId, templateId } }),
    refetchOnMount: 'always',
    staleTime: Infinity,
    gcTime: 0,
  });
  if (template.isPending) return <SkeletonRows rows={6} columns={2} />;
  if (template.isError) return <ErrorState onRetry={() => void template.refetch()} />;
  return (
    <>
      <GoneUses formId={formId} kind="template" id={templateId} />
      <TemplateEditor key={template.dataUpdatedAt} {...rest} formId={formId} template={template.data} />
    </>
  );
}
