import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { completeLayout } from '@formwork/contract/forms/definition.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { isComputed, isUnique, type Field } from '@formwork/contract/forms/field.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import { isDerived } from '@formwork/contract/records/derived.ts';
import { textIn } from '@formwork/contract/text.ts';
import { fieldUi } from '@formwork/records-ui/fields/fields.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, InputNumber, Segmented, Switch } from 'antd';
import { Comparisons } from './Comparisons.tsx';
import { DefaultValue } from './DefaultValue.tsx';
import { useLimitsText } from './configs/parts.tsx';
import { DesignedFieldContext } from './configs/designed-field.ts';
import { withOptionsFollowing } from './replace-option.ts';
import { UsedBy } from './UsedBy.tsx';
import { configEditors } from './configs/registry.ts';
import { fieldsOf, updateField, updateItem, updateTable, type Selection } from './edits.ts';
import { FormulaInput } from './FormulaInput.tsx';
import { Choose, Line, TextPair } from './inspector-parts.tsx';
import { OptionsLogic } from './OptionsLogic.tsx';
import { GeneratorEditor } from './GeneratorEditor.tsx';
import { ItemInspector } from './ItemInspector.tsx';
import { ProblemsOf } from './ProblemList.tsx';
import { SectionInspector, TabsInspector } from './SectionInspector.tsx';

export interface InspectorProps {
  formId: string;
  release: number | null;
  definition: FormDefinition;
  problems: Problem[];
  selection: Selection;
  edit: (change: (definition: FormDefinition) => FormDefinition) => void;
  onSelect: (selection: Selection) => void;
  onRemove: () => void;
  onCopy: () => void;
}

/** Everything about what is selected. */
export function Inspector(props: InspectorProps) {
  const t = useT();
  const { definition, selection } = props;
  return (
    <aside className="designer-inspector" aria-label={t('design.form.inspector')}>
      <ProblemsOf definition={definition} problems={props.problems} selection={selection} />
      {inspectorOf(definition, selection, props)}
      {selection.kind !== 'form' && (
        <Button block onClick={props.onCopy}>
          {t('design.form.copy')}
        </Button>
      )}
      {selection.kind !== 'form' && (
        <Button danger block onClick={props.onRemove}>
          {t('design.form.remove')}
        </Button>
      )}
    </aside>
  );
}

function inspectorOf(definition: FormDefinition, selection: Selection, props: InspectorProps) {
  if (selection.kind === 'field') {
    const field = fieldsOf(definition, selection.table).find(({ id }) => id === selection.field);
    if (field) return <FieldInspector key={field.id} {...props} field={field} table={selection.table} />;
  }
  if (selection.kind === 'table') return <TableInspector key={selection.table} {...props} id={selection.table} />;
  if (selection.kind === 'section') {
    const section = completeLayout(definition).find(({ id }) => id === selection.section);
    if (section) return <SectionInspector key={section.id} {...props} section={section} />;
  }
  if (selection.kind === 'tabs') return <TabsInspector key={selection.tabs} {...props} id={selection.tabs} />;
  if (selection.kind === 'item')
    return <ItemInspector key={selection.item} {...props} section={selection.section} id={selection.item} />;
  return <FormInspector {...props} />;
}

function FormInspector({ definition, edit }: InspectorProps) {
  const t = useT();
  const locale = useLocale();
  const options = definition.fields.map((field) => ({ value: field.id, label: textIn(field.title, locale) }));
  return (
    <>
      <h2>{t('design.form.form')}</h2>
      <TextPair
        name
        label={t('design.field.title')}
        value={definition.title}
        onChange={(title) => edit((before) => ({ ...before, title: title ?? { zh: '' } }))}
      />
      <TextPair
        label={t('design.field.help')}
        value={definition.help}
        onChange={(help) => edit((before) => (help ? { ...before, help } : { ...before, help: { zh: '' } }))}
      />
      <Line label={t('design.form.title_field')} help={t('design.form.title_field_help')}>
        <Choose
          allowClear
          value={definition.titleField}
          options={options}
          onChange={(value) => edit((before) => ({ ...before, titleField: value ?? null }))}
        />
      </Line>
      <Line label={t('design.form.list_fields')} help={t('design.form.list_fields_help')}>
        <Choose
          mode="multiple"
          value={definition.listFields ?? []}
          options={options}
          onChange={(listFields) => edit((before) => ({ ...before, listFields }))}
        />
      </Line>
    </>
  );
}

function FieldInspector({
  formId,
  release,
  definition,
  field,
  table,
  edit,
}: InspectorProps & { field: Field; table: string | undefined }) {
  const t = useT();
  const change = (part: Partial<Field>) => edit((before) => updateField(before, field.id, table, part));
  const ConfigEditor = configEditors[field.type] as (props: {
    config: unknown;
    onChange: (config: never) => void;
    definition: FormDefinition;
    table: string | undefined;
  }) => React.ReactNode;
  const computed = isComputed(field);
  const formula = { definition, table, field: field.id };
  return (
    <>
      <h2>{t(`design.type.${field.type}`)}</h2>
      <TextPair
        name
        label={t('design.field.title')}
        value={field.title}
        onChange={(title) => change({ title: title ?? { zh: '' } })}
      />
      <DesignedFieldContext value={{ formId, release, field, table }}>
        <ConfigEditor
          config={field.config}
          definition={definition}
          table={table}
          onChange={(config) =>
            edit((before) => withOptionsFollowing(before, updateField(before, field.id, table, { config }), field.id))
          }
        />
      </DesignedFieldContext>
      {release !== null && <UsedBy formId={formId} element={field.id} />}
      <TextPair label={t('design.field.help')} value={field.help} onChange={(help) => change({ help })} />
      {!computed && (
        <>
          <Line label={t('design.field.required')} inline>
            <Switch
              size="small"
              checked={field.required ?? false}
              onChange={(required) => change({ required: required || undefined })}
            />
          </Line>
          <Line label={t('design.field.read_only')} inline>
            <Switch
              size="small"
              checked={field.readOnly ?? false}
              onChange={(readOnly) => change({ readOnly: readOnly || undefined })}
            />
          </Line>
        </>
      )}
      <Line label={t('design.field.hidden')} inline>
        <Switch
          size="small"
          checked={field.hidden ?? false}
          onChange={(hidden) => change({ hidden: hidden || undefined })}
        />
      </Line>
      {isDerived(field) && (
        <Line label={t('design.field.seen_anyway')} help={t('design.field.seen_anyway_help')} inline>
          <Switch
            size="small"
            checked={field.seenAnyway ?? false}
            onChange={(seenAnyway) => change({ seenAnyway: seenAnyway || undefined })}
          />
        </Line>
      )}
      {fieldTypeSpec(field.type).canBeUnique && (
        <Line label={t('design.field.unique')} inline>
          <Switch
            size="small"
            checked={field.unique ?? false}
            onChange={(unique) => change({ unique: unique || undefined })}
          />
        </Line>
      )}
      {table !== undefined && isUnique(field) && (
        <Line label={t('design.field.unique_where')}>
          <Choose
            value={field.uniqueWithin ?? 'all'}
            options={[
              { value: 'all', label: t('design.field.unique_everywhere') },
              { value: 'record', label: t('design.field.unique_in_record') },
            ]}
            onChange={(among) => change({ uniqueWithin: among === 'record' ? among : undefined })}
          />
        </Line>
      )}
      <Line label={t('design.field.width')}>
        <InputNumber
          min={40}
          max={1000}
          step={10}
          precision={0}
          value={field.width ?? null}
          onChange={(width) => change({ width: width ?? undefined })}
        />
      </Line>
      {table === undefined && <SpanLine definition={definition} field={field.id} edit={edit} />}
      <h3>{t('design.form.logic')}</h3>
      {!computed && (
        <>
          <DefaultValue field={field} onChange={(defaultValue) => change({ defaultValue })} />
          <FormulaInput
            {...formula}
            label={t('design.field.default_formula')}
            value={field.defaultFormula}
            onChange={(defaultFormula) => change({ defaultFormula })}
          />
          <FormulaInput
            {...formula}
            expects="condition"
            label={t('design.field.required_if')}
            value={field.requiredIf}
            onChange={(requiredIf) => change({ requiredIf })}
          />
          <FormulaInput
            {...formula}
            expects="condition"
            label={t('design.field.read_only_if')}
            value={field.readOnlyIf}
            onChange={(readOnlyIf) => change({ readOnlyIf })}
          />
        </>
      )}
      {fieldTypeSpec(field.type).canBeUnique && !field.unique && (
        <FormulaInput
          {...formula}
          expects="condition"
          label={t('design.field.unique_if')}
          value={field.uniqueIf}
          onChange={(uniqueIf) => change({ uniqueIf })}
        />
      )}
      <FormulaInput
        {...formula}
        expects="condition"
        label={t('design.field.hidden_if')}
        value={field.hiddenIf}
        onChange={(hiddenIf) => change({ hiddenIf })}
      />
      {!computed && (
        <>
          <OptionsLogic definition={definition} field={field} table={table} onChange={change} />
          <Comparisons
            definition={definition}
            field={field}
            table={table}
            onChange={(compare) => change({ compare })}
          />
          <FormulaInput
            {...formula}
            expects="condition"
            label={t('design.field.valid_if')}
            value={field.validIf}
            onChange={(validIf) => change({ validIf })}
          />
          {field.validIf && (
            <TextPair
              label={t('design.field.valid_text')}
              value={field.validText}
              onChange={(validText) => change({ validText })}
            />
          )}
        </>
      )}
    </>
  );
}

/** How many columns of its section a field takes. */
function SpanLine({ definition, field, edit }: Pick<InspectorProps, 'definition' | 'edit'> & { field: string }) {
  const t = useT();
  const section = completeLayout(definition).find(({ items }) => items.some((item) => layoutItemId(item) === field));
  const item = section?.items.find((candidate) => layoutItemId(candidate) === field);
  const type = definition.fields.find(({ id }) => id === field)?.type;
  // some take every column, whatever is asked
  if (!section || item?.kind !== 'field' || section.columns === 1 || (type && fieldUi(type).wide)) return null;
  const spans = Array.from({ length: section.columns }, (_, at) => at + 1);
  return (
    <Line label={t('design.form.span')}>
      <Segmented
        block
        options={spans}
        value={Math.min(item.span ?? 1, section.columns)}
        onChange={(span) =>
          edit((before) => updateItem(before, section.id, field, (own) => ({ ...own, span }) as typeof own))
        }
      />
    </Line>
  );
}

function TableInspector({ definition, id, edit }: InspectorProps & { id: string }) {
  const t = useT();
  const locale = useLocale();
  const table = definition.tables.find((own) => own.id === id);
  const wrong = useLimitsText(table?.minRows, table?.maxRows);
  if (!table) return null;
  const change = (part: Partial<typeof table>) =>
    edit((before) => updateTable(before, id, (own) => ({ ...own, ...part })));
  return (
    <>
      <h2>{t('design.form.table')}</h2>
      <TextPair
        name
        label={t('design.field.title')}
        value={table.title}
        onChange={(title) => change({ title: title ?? { zh: '' } })}
      />
      <TextPair label={t('design.field.help')} value={table.help} onChange={(help) => change({ help })} />
      <Line label={t('design.form.totals')} help={t('design.form.totals_help')}>
        <Choose
          mode="multiple"
          value={table.totals ?? []}
          onChange={(totals) => change({ totals })}
          options={table.fields.map((field) => ({ value: field.id, label: textIn(field.title, locale) }))}
        />
      </Line>
      <Line label={t('design.form.min_rows')}>
        <InputNumber
          min={0}
          max={5000}
          precision={0}
          value={table.minRows ?? null}
          onChange={(minRows) => change({ minRows: minRows ?? undefined })}
        />
      </Line>
      <Line label={t('design.form.max_rows')} wrong={wrong}>
        <InputNumber
          min={1}
          max={5000}
          precision={0}
          value={table.maxRows ?? null}
          onChange={(maxRows) => change({ maxRows: maxRows ?? undefined })}
        />
      </Line>
      <GeneratorEditor definition={definition} table={table} onChange={(generators) => change({ generators })} />
      <TableHiddenIf definition={definition} id={id} edit={edit} />
    </>
  );
}

/** The condition stands where the table is placed. */
function TableHiddenIf({ definition, id, edit }: Pick<InspectorProps, 'definition' | 'edit'> & { id: string }) {
  const t = useT();
  const section = completeLayout(definition).find(({ items }) => items.some((item) => layoutItemId(item) === id));
  const item = section?.items.find((candidate) => layoutItemId(candidate) === id);
  if (!section || item?.kind !== 'table') return null;
  return (
    <FormulaInput
      definition={definition}
      table={undefined}
      expects="condition"
      label={t('design.field.hidden_if')}
      value={item.hiddenIf}
      onChange={(hiddenIf) =>
        edit((before) => updateItem(before, section.id, id, (own) => ({ ...own, hiddenIf }) as typeof own))
      }
    />
  );
}
