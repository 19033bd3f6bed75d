import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { mainTypes, rowTypes, type Empties, type ExpressionType } from '@formwork/contract/records/expressions.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { NamedField } from '@formwork/feel/names.ts';
import { formulaScope } from '@formwork/formula-ui/formula.ts';
import { FormulaField } from '@formwork/formula-ui/FormulaField.tsx';
import type { Sample } from '@formwork/formula-ui/Preview.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { useParams } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

interface Props {
  label: string;
  /** As stored: fields by their ids. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  definition: FormDefinition;
  table: string | undefined;
  /** The field the formula belongs to; it cannot read itself. */
  field?: string;
  expects?: 'condition';
  /** How it reads empty numbers. */
  empties?: Empties;
  /** Names beside the fields. */
  also?: Readonly<Record<string, ExpressionType>>;
  /** Those of them that people know by titles. */
  alsoNamed?: readonly Field[];
}

/** A formula over the fields of a form; it is tried on the latest record. */
export function FormulaInput({
  label,
  value,
  onChange,
  definition,
  table,
  field,
  expects,
  empties,
  also,
  alsoNamed,
}: Props) {
  const locale = useLocale();
  const scope = useMemo(() => {
    const own = definition.tables.find(({ id }) => id === table);
    return formulaScope({ ...(own ? rowTypes(definition, own) : mainTypes(definition)), ...also }, [
      ...namesOf(definition, table, locale),
      ...(alsoNamed ?? []).map(({ id, title }) => ({ id, title: textIn(title, locale) })),
    ]);
  }, [definition, table, locale, also, alsoNamed]);
  const [wanted, setWanted] = useState(false);
  const sample = useSample(definition, table, wanted);
  return (
    <FormulaField
      label={label}
      value={value}
      onChange={onChange}
      scope={scope}
      own={field}
      sample={sample}
      onSampleWanted={() => setWanted(true)}
      {...(expects && { expects })}
      {...(empties && { empties })}
    />
  );
}

/** What a formula may read, under the names people know: in a row its own columns and the record's fields, else fields and tables. */
function namesOf(definition: FormDefinition, table: string | undefined, locale: string): NamedField[] {
  const named = (fields: Field[]): NamedField[] =>
    fields.map((field) => ({ id: field.id, title: textIn(field.title, locale) }));
  const own = definition.tables.find(({ id }) => id === table);
  if (own) return [...named(own.fields), ...named(definition.fields)];
  return [
    ...named(definition.fields),
    ...definition.tables.map((each) => ({
      id: each.id,
      title: textIn(each.title, locale),
      fields: named(each.fields),
    })),
  ];
}

/** The latest record of the form as formulas read it; none where nothing is released or nobody has written one. */
function useSample(definition: FormDefinition, table: string | undefined, wanted: boolean): Sample | undefined {
  const { tableId } = useParams();
  const latest = useQuery({
    ...q(recordsApi.list, { params: { formId: tableId! }, query: { sort: '-_createdAt', limit: 1 } }),
    enabled: wanted && tableId !== undefined,
    retry: false,
  });
  const id = latest.data?.rows[0]?.id;
  const record = useQuery({
    ...q(recordsApi.get, { params: { formId: tableId!, recordId: id! } }),
    enabled: id !== undefined,
    retry: false,
  });
  return useMemo(() => record.data && sampleOf(record.data, definition, table), [record.data, definition, table]);
}

function sampleOf({ values, slaves }: FormRecord, definition: FormDefinition, table: string | undefined): Sample {
  const rows = Object.fromEntries(Object.entries(slaves).map(([id, list]) => [id, list.map((row) => row.values)]));
  const title = definition.titleField ? values[definition.titleField] : values[definition.fields[0]?.id ?? ''];
  return {
    title: typeof title === 'string' ? title : String(title ?? ''),
    input: { ...rows, ...values, ...(table === undefined ? {} : rows[table]?.[0]) },
  };
}
