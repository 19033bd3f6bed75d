import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { mostDrillSteps } from '@formwork/contract/analytics/chart.ts';
import type { DataSet } from '@formwork/contract/analytics/dataset.ts';
import type { SetHierarchy } from '@formwork/contract/analytics/hierarchy.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, Select } from 'antd';

interface Props {
  set: DataSet;
  readOnly: boolean;
  onSet: (change: (set: DataSet) => DataSet, group?: string) => void;
}

/** Fields from the coarse to the fine, which charts go down along by a click. */
export function SetHierarchies({ set, readOnly, onSet }: Props) {
  const t = useT();
  const edit = (change: (all: SetHierarchy[]) => SetHierarchy[], group?: string) =>
    onSet((now) => ({ ...now, hierarchies: change(now.hierarchies) }), group);
  const add = (tree: SetHierarchy['tree']) => {
    const id = `h${Math.random().toString(36).slice(2, 10)}`;
    edit((all) => {
      const count = all.length + 1;
      const zh = tree ? t('analytics.set.tree_name', { count }) : t('analytics.set.hierarchy_name', { count });
      return [...all, { id, title: { zh }, fields: [], ...(tree && { tree }) }];
    });
  };
  return (
    <>
      <p className="analytics-quiet">{t('analytics.set.hierarchies_hint')}</p>
      {set.hierarchies.map((one) => (
        <HierarchyForm
          key={one.id}
          hierarchy={one}
          fields={set.fields}
          readOnly={readOnly}
          onChange={(part, group) =>
            edit((all) => all.map((other) => (other.id === one.id ? { ...other, ...part } : other)), group)
          }
          onRemove={() => edit((all) => all.filter(({ id }) => id !== one.id))}
        />
      ))}
      {!readOnly && set.fields.some(({ kind }) => kind === 'text') && (
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => add('departments')}>
          {t('analytics.set.add_tree')}
        </Button>
      )}
      {!readOnly && set.fields.length > 1 && (
        <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => add(undefined)}>
          {t('analytics.set.add_hierarchy')}
        </Button>
      )}
    </>
  );
}

interface FormProps {
  hierarchy: SetHierarchy;
  fields: DataSet['fields'];
  readOnly: boolean;
  onChange: (part: Partial<SetHierarchy>, group?: string) => void;
  onRemove: () => void;
}

function HierarchyForm({
  hierarchy: { id, title, fields: levels, tree },
  fields,
  readOnly,
  onChange,
  onRemove,
}: FormProps) {
  const t = useT();
  const locale = useLocale();
  const name = textIn(title, locale);
  const nameOf = (field: string) =>
    textIn(fields.find((one) => one.id === field)?.title, locale) || t('analytics.field_gone');
  const more = fields.filter((field) => !levels.includes(field.id) && (!tree || field.kind === 'text'));
  const most = tree ? 1 : mostDrillSteps + 1;
  const move = (at: number, to: number) => onChange({ fields: levels.toSpliced(at, 1).toSpliced(to, 0, levels[at]!) });
  return (
    <div className="set-rule" role="group" aria-label={name}>
      <Input
        size="small"
        disabled={readOnly}
        maxLength={100}
        aria-label={t('analytics.set.title_zh')}
        value={title.zh}
        onChange={({ target }) => onChange({ title: { ...title, zh: target.value } }, `zh ${id}`)}
      />
      <Input
        size="small"
        disabled={readOnly}
        maxLength={100}
        aria-label={t('analytics.set.title_en')}
        placeholder={t('analytics.set.title_en')}
        value={title.en ?? ''}
        onChange={({ target }) =>
          onChange({ title: { zh: title.zh, ...(target.value !== '' && { en: target.value }) } }, `en ${id}`)
        }
      />
      <ol className="set-levels">
        {levels.map((field, at) => (
          <li key={field}>
            <span>{nameOf(field)}</span>
            {!readOnly && (
              <>
                <button
                  type="button"
                  className="fw-icon-button"
                  disabled={at === 0}
                  aria-label={t('analytics.set.level_up', { field: nameOf(field) })}
                  onClick={() => move(at, at - 1)}
                >
                  <ArrowUpOutlined />
                </button>
                <button
                  type="button"
                  className="fw-icon-button"
                  disabled={at === levels.length - 1}
                  aria-label={t('analytics.set.level_down', { field: nameOf(field) })}
                  onClick={() => move(at, at + 1)}
                >
                  <ArrowDownOutlined />
                </button>
                <button
                  type="button"
                  className="fw-icon-button"
                  aria-label={t('analytics.set.level_out', { field: nameOf(field) })}
                  onClick={() => onChange({ fields: levels.toSpliced(at, 1) })}
                >
                  <CloseOutlined />
                </button>
              </>
            )}
          </li>
        ))}
      </ol>
      {tree && <p className="analytics-quiet">{t('analytics.set.tree_hint')}</p>}
      {!readOnly && levels.length < most && more.length > 0 && (
        <Select
          size="small"
          aria-label={t('analytics.drill_add')}
          placeholder={t('analytics.drill_add')}
          value={null}
          showSearch={{ optionFilterProp: 'label' }}
          options={more.map((field) => ({ value: field.id, label: textIn(field.title, locale) }))}
          onChange={(field: string | null) => field !== null && onChange({ fields: [...levels, field] })}
        />
      )}
      {!readOnly && (
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined />}
          aria-label={t('analytics.set.remove_hierarchy', { name })}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
