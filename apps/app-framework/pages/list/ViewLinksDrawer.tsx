import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isSystemField, systemFields } from '@formwork/contract/forms/system-fields.ts';
import { textIn } from '@formwork/contract/text.ts';
import { mostExcepted } from '@formwork/contract/visitors/api.ts';
import type { View, ViewSettings } from '@formwork/contract/views/view.ts';
import type { ChosenRecord } from '@formwork/records-ui/fields/relations/RelationDialog.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import VisitorLinksDrawer from '@formwork/web/visitor-links/VisitorLinksDrawer.tsx';
import { Button, Form, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';

const RelationDialog = lazy(() => import('@formwork/records-ui/fields/relations/RelationDialog.tsx'));

interface Props {
  formId: string;
  definition: FormDefinition;
  /** The label, or the list as the form has it. */
  label: View | undefined;
  settings: ViewSettings;
  onClose: () => void;
}

/** Links for visitors to a label: which columns they see, and which records they do not. */
export default function ViewLinksDrawer({ formId, definition, label, settings, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const fields = [...definition.fields.filter(({ hidden }) => !hidden), ...Object.values(systemFields)];
  const options = fields.map((field) => ({ value: field.id, label: textIn(field.title, locale) }));
  const offered = new Set(options.map(({ value }) => value));
  // what the label shows, without what tells of people and of the house
  const begun = (settings.columns ?? definition.listFields ?? definition.fields.slice(0, 6).map(({ id }) => id)).filter(
    (id) => offered.has(id) && !isSystemField(id) && isPlain(definition, id),
  );
  return (
    <VisitorLinksDrawer
      kind="view"
      thing={label ? `${formId}.${label.id}` : formId}
      name={label ? textIn(label.title, locale) : textIn(definition.title, locale)}
      onClose={onClose}
      choice={{
        first: { columns: begun, except: [] },
        of: (values) => ({
          columns: values.columns as string[],
          except: (values.except as ChosenRecord[]).map(({ id }) => id),
        }),
        inputs: (problems) => (
          <>
            <Form.Item
              name="columns"
              label={t('records.link.columns')}
              extra={t('records.link.columns_hint')}
              rules={[{ required: true, type: 'array', min: 1, message: t('records.link.columns_none') }]}
              {...problem(problems['choice.columns'])}
            >
              <Select mode="multiple" options={options} showSearch={{ optionFilterProp: 'label' }} />
            </Form.Item>
            <Form.Item
              name="except"
              label={t('records.link.except')}
              extra={t('records.link.except_hint')}
              {...problem(problems['choice.except'])}
            >
              <Excepted formId={formId} />
            </Form.Item>
          </>
        ),
      }}
    />
  );
}

function problem(text: string | undefined) {
  return text === undefined ? {} : { validateStatus: 'error' as const, help: <span role="alert">{text}</span> };
}

/** People are left to whoever shares to add: what is sent by mistake cannot be taken back. */
function isPlain({ fields }: FormDefinition, id: string): boolean {
  const field = fields.find((one) => one.id === id);
  return field !== undefined && fieldKind(field) !== 'people';
}

const none: ChosenRecord[] = [];

interface ExceptedProps {
  formId: string;
  value?: ChosenRecord[];
  onChange?: (chosen: ChosenRecord[]) => void;
}

/** Records that the link leaves out, by their titles. */
function Excepted({ formId, value = none, onChange }: ExceptedProps) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  return (
    <div className="fw-excepted">
      {value.map(({ id, title }) => (
        <span key={id} className="fw-relation-one">
          {title || t('records.record.untitled')}
          <button
            type="button"
            aria-label={t('records.relation.remove', { title })}
            onClick={() => onChange?.(value.filter((one) => one.id !== id))}
          >
            <DeleteOutlined />
          </button>
        </span>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={() => setChoosing(true)}>
        {t('records.link.except_choose')}
      </Button>
      {choosing && (
        <Suspense>
          <RelationDialog
            formId={formId}
            title={t('records.link.except')}
            columns={undefined}
            choosable={undefined}
            chosen={value}
            multiple
            max={mostExcepted}
            mayCreate={false}
            onClose={() => setChoosing(false)}
            onDone={(chosen) => {
              setChoosing(false);
              onChange?.(chosen);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
