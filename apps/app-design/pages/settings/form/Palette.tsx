import { useDraggable } from '@dnd-kit/core';
import { fieldTypeNames } from '@formwork/contract/forms/field-types/registry.ts';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useState } from 'react';
import { kindText, partKinds, type NewKind } from './parts.ts';
import { typeIcon } from './type-icons.tsx';

const groups: { id: string; kinds: NewKind[] }[] = [
  { id: 'common', kinds: ['text', 'longText', 'number', 'date', 'singleSelect', 'member', 'attachment', 'relation'] },
  { id: 'parts', kinds: [...partKinds] },
  { id: 'choice', kinds: ['multiSelect', 'radio', 'checkbox', 'switch', 'cascade', 'treeSelect', 'rating', 'slider'] },
  { id: 'figures', kinds: ['money', 'percent', 'autoNumber', 'formula', 'rollup', 'lookup'] },
  { id: 'time', kinds: ['dateTime', 'time', 'dateRange', 'timeSlot'] },
  { id: 'people', kinds: ['department', 'post', 'role', 'phone', 'email', 'identityNumber'] },
  { id: 'media', kinds: ['image', 'signature', 'richText', 'url', 'barcode', 'colour'] },
  { id: 'place', kinds: ['address', 'location', 'postalCode', 'creditCode', 'devicePoint', 'concatenation', 'json'] },
];
/** A type that comes later stands in the last group until somebody places it. */
groups.at(-1)!.kinds.push(...fieldTypeNames.filter((type) => !groups.some(({ kinds }) => kinds.includes(type))));

/** What a form can be made of: drag it to its place, or click to add it behind what is selected. */
export function Palette({ onAdd }: { onAdd: (kind: NewKind) => void }) {
  const t = useT();
  const [search, setSearch] = useState('');
  const matches = (kind: NewKind) =>
    kindText(kind).toLowerCase().includes(search.toLowerCase()) ||
    t(kindText(kind)).toLowerCase().includes(search.toLowerCase());
  return (
    <aside className="designer-palette" aria-label={t('design.form.palette')}>
      <SearchInput
        label={t('design.form.find_type')}
        size="small"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {groups.map(({ id, kinds }) => {
        const found = kinds.filter(matches);
        return (
          found.length > 0 && (
            <section key={id} data-group={id}>
              <h2>{t(`design.form.group_${id}`)}</h2>
              <div className="designer-palette-list">
                {found.map((kind) => (
                  <PaletteItem key={kind} kind={kind} onAdd={onAdd} />
                ))}
              </div>
            </section>
          )
        );
      })}
    </aside>
  );
}

function PaletteItem({ kind, onAdd }: { kind: NewKind; onAdd: (kind: NewKind) => void }) {
  const t = useT();
  const label = t(kindText(kind));
  const { setNodeRef, listeners } = useDraggable({ id: `add ${kind}`, data: { add: kind, label } });
  return (
    <button
      type="button"
      ref={setNodeRef}
      {...listeners}
      onKeyDown={undefined}
      className="designer-palette-item"
      onClick={() => onAdd(kind)}
    >
      {typeIcon(kind)}
      <span>{label}</span>
    </button>
  );
}
