import { formsApi, type App } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { cardinalities } from '@formwork/contract/forms/field-types/relation.ts';
import { fieldTypes } from '@formwork/contract/forms/field-types/registry.ts';
import { newElementId } from '@formwork/contract/forms/field.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { SubmitByEnter } from '@formwork/ui/input/submit-by-enter.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App as Notices, Form, Input, Modal, Select } from 'antd';
import { useFormOptions } from '../settings/form/configs/linked-forms.ts';
import { addField, updateField } from '../settings/form/edits.ts';
import { placeAfter } from '../settings/form/places.ts';

type Cardinality = (typeof cardinalities)[number];

interface Values {
  from: string;
  to: string;
  title?: string;
  cardinality: Cardinality;
}

/** A relation field in the draft of one form that leads to another; its further settings are made in the designer. */
export function NewRelationDialog({
  app,
  from,
  to,
  onClose,
}: {
  app: App;
  from?: string | undefined;
  to?: string | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { message } = Notices.useApp();
  const [form] = Form.useForm<Values>();
  const holder = Form.useWatch('from', form) ?? from;
  const named = Form.useWatch('to', form) ?? to;
  const choices = useFormOptions({ drafts: true });
  const forms = useQuery(q(formsApi.listApps)).data?.apps.flatMap((one) => one.forms) ?? [];
  const titleOf = (id: string | undefined): Text | undefined => forms.find((one) => one.id === id)?.title;
  const draft = useQuery({
    ...q(formsApi.getDraft, { params: { formId: holder ?? '' } }),
    enabled: holder !== undefined,
  });
  const save = useCommand(formsApi.saveDraft, {
    refresh: [formsApi.relations, formsApi.getDraft, formsApi.listApps],
    onDone: () => {
      const title = titleOf(holder);
      void message.success(t('design.relations.added', { form: title ? textIn(title, locale) : '' }));
      onClose();
    },
  });
  const add = async ({ from: formId, to: target, title, cardinality }: Values) => {
    // Enter may come before the form has
    const stored = draft.data ?? (await draft.refetch({ cancelRefetch: false })).data;
    if (!stored) return;
    const typed = title?.trim() ?? '';
    const definition = withRelation(
      stored.definition,
      target,
      typed === '' ? (titleOf(target) ?? { zh: target }) : { zh: typed },
      cardinality,
    );
    const saved = await save.run({ params: { formId }, body: { expectedVersion: stored.version, definition } });
    // somebody saved in between: the next try begins with what they made
    if (!saved) await draft.refetch();
  };
  const chosen = titleOf(named);
  return (
    <Modal
      open
      title={t('design.relations.new')}
      okText={t('design.action.create')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={save.pending}
      okButtonProps={{ disabled: holder !== undefined && !draft.data }}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark="optional"
        initialValues={{ from, to, cardinality: 'manyToOne' }}
        onFinish={(values) => void add(values)}
      >
        <Form.Item
          name="from"
          label={t('design.relations.from')}
          rules={[{ required: true, message: t('design.relations.choose_form') }]}
          {...(draft.isError && { validateStatus: 'error', help: t('design.relations.unread') })}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={app.forms.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
          />
        </Form.Item>
        <Form.Item
          name="to"
          label={t('design.relations.to')}
          rules={[{ required: true, message: t('design.relations.choose_form') }]}
        >
          <Select showSearch={{ optionFilterProp: 'label' }} options={choices} />
        </Form.Item>
        <Form.Item name="cardinality" label={t('design.config.cardinality')} rules={[{ required: true }]}>
          <Select options={cardinalities.map((value) => ({ value, label: t(`design.config.cardinality_${value}`) }))} />
        </Form.Item>
        <Form.Item name="title" label={t('design.relations.name')}>
          <Input maxLength={200} placeholder={chosen ? textIn(chosen, locale) : ''} />
        </Form.Item>
        <SubmitByEnter busy={save.pending} />
      </Form>
    </Modal>
  );
}

function withRelation(
  definition: FormDefinition,
  target: string,
  title: Text,
  cardinality: Cardinality,
): FormDefinition {
  const id = newElementId();
  const added = addField(definition, 'relation', title, placeAfter(definition, { kind: 'form' }, 'relation'), id);
  return updateField(added, id, undefined, { config: { ...fieldTypes.relation.initial, form: target, cardinality } });
}
