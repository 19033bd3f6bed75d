import type { LookupConfig } from '@formwork/contract/forms/field-types/lookup.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Choose, Line } from '../inspector-parts.tsx';
import { fieldOptions, fieldsBeside, sourceOf, useTargetDefinition } from './linked-forms.ts';
import { withSetting, type ConfigProps } from './parts.tsx';

/** Which field of the related record is shown. */
export function LookupConfigEditor({ config, onChange, definition, table }: ConfigProps<LookupConfig>) {
  const t = useT();
  const locale = useLocale();
  const relations = fieldsBeside(definition, table).filter(
    (field) => field.type === 'relation' && field.config.cardinality !== 'manyToMany',
  );
  const relation = relations.find(({ id }) => id === config.relation);
  const target = useTargetDefinition(relation?.type === 'relation' ? relation.config.form : '', definition);
  const shown = target?.fields.filter((field) => fieldKind(field) !== 'files') ?? [];
  return (
    <>
      <Line
        label={t('design.config.relation')}
        {...(relations.length === 0 && { help: t('design.config.relation_first') })}
      >
        <Choose
          value={relation?.id}
          onChange={(id: string) => onChange({ relation: id, field: '' })}
          options={fieldOptions(relations, locale)}
        />
      </Line>
      <Line label={t('design.config.lookup_field')}>
        <Choose
          showSearch={{ optionFilterProp: 'label' }}
          disabled={!target}
          loading={relation !== undefined && !target}
          value={config.field || undefined}
          onChange={(id: string) =>
            onChange(withSetting({ ...config, field: id }, 'source', sourceOf(shown.find((field) => field.id === id))))
          }
          options={fieldOptions(shown, locale)}
        />
      </Line>
    </>
  );
}
