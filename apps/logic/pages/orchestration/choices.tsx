import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { EtlParameter } from '@formwork/contract/etl/parameter.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { apps, connections, draftOf } from '../../flows.ts';

interface Choice {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
  readOnly: boolean;
}

export function FormChoice({ label, value, onChange, readOnly }: Choice) {
  const locale = useLocale();
  const { data, isLoading } = useQuery(apps());
  const options = (data?.apps ?? [])
    .filter(({ forms }) => forms.length > 0)
    .map(({ title, forms }) => ({
      label: textIn(title, locale),
      options: forms.map((form) => ({ value: form.id, label: textIn(form.title, locale) })),
    }));
  return <Chosen {...{ label, value, onChange, readOnly, options, isLoading }} />;
}

export function ConnectionChoice({ kinds, ...rest }: Choice & { kinds: readonly string[] }) {
  const { data, isLoading } = useQuery(connections());
  const options = (data?.rows ?? [])
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ id, name }) => ({ value: id, label: name }));
  return <Chosen {...rest} options={options} isLoading={isLoading} />;
}

/** One of a kind that may be used. */
export function DefinitionChoice({ kind, ...props }: Choice & { kind: string }) {
  const locale = useLocale();
  const { data, isLoading } = useQuery(q(definitionsApi.list, { params: { kind }, query: { limit: 100 } }));
  const options = (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: textIn(name, locale) }));
  return <Chosen {...props} options={options} isLoading={isLoading} />;
}

function Chosen({
  label,
  value,
  onChange,
  readOnly,
  options,
  isLoading,
}: Choice & { options: { label: string; value?: string; options?: object[] }[]; isLoading: boolean }) {
  const t = useT();
  return (
    <Select
      aria-label={label}
      value={value === '' ? undefined : value}
      placeholder={t('flows.choose')}
      loading={isLoading}
      disabled={readOnly}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      onChange={onChange}
    />
  );
}

/** Fields of a form, for what is written and asked by. */
export function useFields(formId: unknown): { value: string; label: string }[] | undefined {
  const locale = useLocale();
  const known = typeof formId === 'string' && formId !== '';
  const { data } = useQuery({ ...draftOf(known ? formId : 'none'), enabled: known });
  return data?.definition.fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }));
}

/** What a data task that is released may be given. */
export function useParameters(taskId: unknown): { value: string; label: string }[] | undefined {
  const id = typeof taskId === 'string' ? taskId : '';
  const of = { kind: 'etl_task', id };
  const task = useQuery({ ...q(definitionsApi.get, { params: of }), enabled: id !== '' });
  const number = task.data?.released ?? 0;
  const release = useQuery({
    ...q(definitionsApi.getRelease, { params: { ...of, number }, query: {} }),
    enabled: number > 0,
  });
  const { parameters } = (release.data?.body ?? {}) as { parameters?: EtlParameter[] };
  return parameters?.map(({ name, required }) => ({ value: name, label: required ? `${name} *` : name }));
}
