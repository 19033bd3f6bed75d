import { formsApi } from '@formwork/contract/forms/api.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { q } from '@formwork/web/http/query.ts';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';

/** The field whose settings are open, for editors that must know more of it than its settings. */
export interface DesignedField {
  formId: string;
  release: number | null;
  field: Field;
  table: string | undefined;
}

export const DesignedFieldContext = createContext<DesignedField | undefined>(undefined);

/** Options of the field that people may have chosen by now: those of the release in use. */
export function useReleasedOptions(): ReadonlySet<string> {
  const designed = useContext(DesignedFieldContext);
  const number = designed?.release ?? 0;
  const release = useQuery({
    ...q(formsApi.getRelease, { params: { formId: designed?.formId ?? '', number } }),
    enabled: number > 0,
    staleTime: Infinity,
  });
  const fields =
    designed?.table === undefined
      ? release.data?.definition.fields
      : release.data?.definition.tables.find(({ id }) => id === designed.table)?.fields;
  const config = fields?.find(({ id }) => id === designed?.field.id)?.config;
  return new Set(config && 'options' in config ? (config.options as readonly Option[]).map(({ id }) => id) : []);
}
