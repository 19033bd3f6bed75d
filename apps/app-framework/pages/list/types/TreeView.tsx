import type { Condition } from '@formwork/contract/condition/condition.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { textIn } from '@formwork/contract/text.ts';
import { VirtualTree, type TreeLine } from '@formwork/ui/list/virtual-tree.tsx';
import { DepartmentTree } from '@formwork/web/departments/DepartmentTree.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { sourceField } from '@formwork/contract/forms/source-field.ts';
import { Checkbox } from 'antd';
import { useMemo, useState } from 'react';
import { RecordsView } from '../RecordsView.tsx';
import type { TypeProps } from '../type-props.ts';
import { RecordTree } from './RecordTree.tsx';
import './board.css';

/** A tree at the left that narrows the list at the right: departments, categories, or the records above each other. */
export default function TreeView({
  plan,
  canStart,
  view,
  onView,
  settings,
  arrangement,
  fields,
  cardFields,
}: TypeProps) {
  const t = useT();
  const [at, setAt] = useQueryText('at');
  const [reach, setReach] = useQueryText('reach');
  const direct = reach === 'direct';
  const field = fields.get(settings.tree?.by ?? '');
  const within = useMemo(
    () => (field && at !== undefined ? narrowed(field, at, direct) : undefined),
    [field, at, direct],
  );
  if (!field) return null;
  const kind = fieldKind(field);
  return (
    <div className="fw-tree-view">
      <nav className="fw-tree-side" aria-label={t('views.type.tree')}>
        <button type="button" className="fw-label" aria-pressed={at === undefined} onClick={() => setAt(undefined)}>
          {t('views.tree.all')}
        </button>
        {kind === 'records' && (
          <Checkbox
            className="fw-tree-reach"
            checked={!direct}
            onChange={({ target }) => setReach(target.checked ? undefined : 'direct')}
          >
            {t('views.tree.below')}
          </Checkbox>
        )}
        {kind === 'departments' ? (
          <DepartmentTree chosen={at} onChoose={(id) => setAt(id)} />
        ) : kind === 'records' ? (
          <RecordTree formId={plan.formId} field={field} name={cardFields[0]} chosen={at} onChoose={setAt} />
        ) : (
          <OptionTree field={field} chosen={at} onChoose={setAt} />
        )}
      </nav>
      <RecordsView
        plan={plan}
        canStart={canStart}
        view={view}
        onView={onView}
        arrangement={arrangement}
        {...(within && { within })}
      />
    </div>
  );
}

function narrowed(field: Field, id: string, direct: boolean): Condition {
  const kind = fieldKind(field);
  if (kind === 'departments') return { field: field.id, operator: 'under', value: [id] };
  if (kind === 'records') return { field: field.id, operator: direct ? 'hasAny' : 'below', value: [id] };
  const ids = below(field, id);
  return kind === 'options'
    ? { field: field.id, operator: 'hasAny', value: ids }
    : { field: field.id, operator: 'in', value: ids };
}

interface TreeOption {
  id: string;
  label: { zh: string; en?: string | undefined };
  parent?: string | undefined;
}

function optionsOf(field: Field): TreeOption[] {
  return (sourceField(field).config as { options?: TreeOption[] }).options ?? [];
}

function below(field: Field, id: string): string[] {
  const children = Map.groupBy(optionsOf(field), ({ parent }) => parent);
  const from = (one: string): string[] => [one, ...(children.get(one) ?? []).flatMap((child) => from(child.id))];
  return from(id).slice(0, 1_000);
}

/** Options in the order of the field, those of a tree below each other. */
function OptionTree({
  field,
  chosen,
  onChoose,
}: {
  field: Field;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  const locale = useLocale();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => {
    const options = optionsOf(field);
    const known = new Set(options.map(({ id }) => id));
    const children = Map.groupBy(options, ({ parent }) => (parent !== undefined && known.has(parent) ? parent : ''));
    const from = (parent: string, level: number): TreeLine<TreeOption>[] =>
      (children.get(parent) ?? []).flatMap((node, place, siblings) => {
        const expandable = children.has(node.id);
        return [
          {
            id: node.id,
            level,
            node,
            expandable,
            expanded: open.has(node.id),
            place: place + 1,
            siblings: siblings.length,
          },
          ...(expandable && open.has(node.id) ? from(node.id, level + 1) : []),
        ];
      });
    return from('', 1);
  }, [field, open]);
  return (
    <VirtualTree<TreeOption>
      label={textIn(field.title, locale)}
      lines={lines}
      chosen={chosen}
      onChoose={onChoose}
      onToggle={(id) => setOpen((now) => flipped(now, id))}
      render={({ label }) => textIn(label, locale)}
    />
  );
}

function flipped(now: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(now);
  if (!next.delete(id)) next.add(id);
  return next;
}
