import { isSystemPart, type DelegatedPart } from '@formwork/contract/delegated.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { System } from '@formwork/contract/forms/systems.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { can } from '@formwork/web/session/session.ts';
import { useQueries } from '@tanstack/react-query';
import { Select } from 'antd';

/** A system: any of them for administrators, one of those in their care for others. */
export function SystemSelect({
  parts,
  value,
  onChange,
  allowClear = false,
  ...input
}: {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
  parts: readonly DelegatedPart[];
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  allowClear?: boolean;
}) {
  const t = useT();
  const locale = useLocale();
  const asked = can('forms.system.edit')
    ? [{}]
    : parts.filter(isSystemPart).map((administering) => ({ administering }));
  const { systems, loading } = useQueries({
    queries: asked.map((query) => q(formsApi.listSystems, { query })),
    combine: (answers) => ({
      systems: unique(answers.flatMap(({ data }) => data?.systems ?? [])),
      loading: answers.some(({ isPending }) => isPending),
    }),
  });
  return (
    <Select
      {...input}
      className="delegate-system"
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={allowClear}
      loading={loading}
      placeholder={t('organization.delegates.system_choose')}
      value={value}
      onChange={(next?: string) => onChange(next)}
      options={systems.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
    />
  );
}

function unique(systems: readonly System[]): System[] {
  return [...new Map(systems.map((system) => [system.id, system])).values()];
}
