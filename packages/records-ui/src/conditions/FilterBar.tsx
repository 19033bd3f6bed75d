import { FilterOutlined } from '@ant-design/icons';
import { comparisonsIn, isRows, rowsIn, type Condition } from '@formwork/contract/condition/condition.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import { FilterChips } from '@formwork/ui/list/filter-chips.tsx';
import { useEffect, useRef, useState } from 'react';
import { useNames } from '@formwork/web/pickers/names.ts';
import { useNamedRecords } from './named-records.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { ConditionEditor } from './ConditionEditor.tsx';
import type { ConditionFields } from './condition-fields.ts';
import {
  askedFields,
  comparisonText,
  conditionText,
  fieldTitle,
  rowsText,
  rowsTitle,
  type AskedField,
  type Wording,
} from './condition-text.ts';
import './conditions.css';
import { added, asGroup, childrenOf, chipsOf, isGroup, newComparison, replaced, settled, type Group } from './edit.ts';

export interface FilterProps {
  fields: ConditionFields;
  value: Condition | undefined;
  onChange: (value: Condition | undefined) => void;
}

/** The button that opens the editor, floating below it; what is written counts a moment later. */
export function FilterButton({
  fields,
  value,
  onChange,
  open,
  onOpen,
}: FilterProps & { open: boolean; onOpen: (open: boolean) => void }) {
  const t = useT();
  const count = value ? comparisonsIn(value).length + rowsIn(value).length : 0;
  const inside = useRef(false);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    // dropdowns of the inputs live elsewhere in the document, but their events pass the panel on React's way
    const pressed = () => {
      if (!inside.current) onOpen(false);
      inside.current = false;
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onOpen(false);
    };
    document.addEventListener('pointerdown', pressed);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('pointerdown', pressed);
      document.removeEventListener('keydown', key);
    };
  }, [open, onOpen]);
  return (
    <div
      className="fw-filter"
      onPointerDown={() => {
        inside.current = true;
      }}
    >
      <button
        type="button"
        className="fw-tool-button"
        aria-expanded={open}
        aria-haspopup="dialog"
        data-on={count > 0 || undefined}
        onClick={() => onOpen(!open)}
      >
        <FilterOutlined /> {t('records.filter.button')}
        {count > 0 && <span className="fw-tool-count">{count}</span>}
      </button>
      {open && (
        <div ref={panel} className="fw-filter-panel" role="dialog" aria-label={t('records.filter.button')}>
          <FilterDraft fields={fields} value={value} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

/** Holds the tree while it is being written; only what is complete goes out. */
function FilterDraft({ fields, value, onChange }: FilterProps) {
  const [draft, setDraft] = useState<Group>(() => begun(value, fields));
  const told = useRef(JSON.stringify(value));
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const next = settled(draft, fields.kindOf, fields.rows);
    const text = JSON.stringify(next);
    if (text === told.current) return;
    const timer = setTimeout(() => {
      told.current = text;
      latest.current(next);
    }, 350);
    return () => clearTimeout(timer);
  }, [draft, fields]);
  return <ConditionEditor fields={fields} value={draft} onChange={setDraft} />;
}

/** An empty filter opens with a first line to fill in. */
function begun(value: Condition | undefined, fields: ConditionFields): Group {
  const group = asGroup(value);
  const first = fields.list[0];
  return childrenOf(group).length > 0 || !first
    ? group
    : added(group, [], newComparison(first.id, fields.kindOf(first.id) ?? 'text'));
}

/** The filter as sentences. */
export function ConditionChips({ fields, value, onChange, onEdit }: FilterProps & { onEdit: () => void }) {
  const words = useWording(value, fields);
  const chips = chipsOf(value).map(({ path, part }) => ({
    id: path.join('.') || 'root',
    title: isGroup(part) ? '' : isRows(part) ? rowsTitle(part, fields, words) : fieldTitle(part.field, fields, words),
    condition: isGroup(part)
      ? conditionText(part, fields, words)
      : isRows(part)
        ? rowsText(part, fields, words)
        : comparisonText(part, fields, words),
    onEdit,
    onRemove: () =>
      onChange(
        path.length === 0 ? undefined : settled(replaced(asGroup(value), path, undefined), fields.kindOf, fields.rows),
      ),
  }));
  return <FilterChips chips={chips} onClear={() => onChange(undefined)} />;
}

/** How to put a condition into words here and now; names of people come in a moment later. */
export function useWording(condition: Condition | undefined, fields: ConditionFields): Wording {
  const t = useT();
  const locale = useLocale();
  return { t, locale, nameOf: useAskedNames(condition ? askedFields(condition, fields) : []) };
}

/** Names of the people, departments, records and all else that these fields are asked for. */
export function useAskedNames(asked: readonly AskedField[]): Wording['nameOf'] {
  const idsOf = (kind: ValueKind) => asked.filter(({ field }) => fieldKind(field) === kind).flatMap(({ ids }) => ids);
  const personOf = useNames('people', idsOf('people'));
  const departmentOf = useNames('departments', idsOf('departments'));
  const postOf = useNames('posts', idsOf('posts'));
  const roleOf = useNames('roles', idsOf('roles'));
  const regionOf = useNames('regions', idsOf('address'));
  const deviceOf = useNames(
    'devices',
    idsOf('reading').filter((id) => /^[0-9a-f]{8}-/.test(id)),
  );
  const recordOf = useNamedRecords(asked);
  return (id) =>
    personOf(id) ?? departmentOf(id) ?? postOf(id) ?? roleOf(id) ?? regionOf(id) ?? deviceOf(id) ?? recordOf(id);
}
