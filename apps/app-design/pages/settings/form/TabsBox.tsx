import { PlusOutlined } from '@ant-design/icons';
import { useDroppable } from '@dnd-kit/core';
import type { FormDefinition, Section } from '@formwork/contract/forms/definition.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import type { TabGroup } from '@formwork/contract/forms/layout-parts.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useState, type ReactNode } from 'react';
import type { Selection } from './edits.ts';
import { addSection } from './layout-edits.ts';
import { firstTitle } from './new-texts.ts';
import type { Target } from './places.ts';

interface Props {
  group: TabGroup;
  sections: Section[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  edit: (change: (definition: FormDefinition) => FormDefinition) => void;
  locked: boolean;
  children: (active: Section) => ReactNode;
}

/** Sections as tabs: the one that is selected, or holds what is selected, is shown. */
export function TabsBox({ group, sections, selection, onSelect, edit, locked, children }: Props) {
  const t = useT();
  const [chosen, setChosen] = useState<string>();
  const pointed = sections.find((section) =>
    selection.kind === 'section' ? section.id === selection.section : holdsSelected(section, selection),
  )?.id;
  if (pointed !== undefined && pointed !== chosen) setChosen(pointed);
  const active = sections.find(({ id }) => id === chosen) ?? sections[0]!;
  const selected = selection.kind === 'tabs' && selection.tabs === group.id;
  return (
    <section className="designer-section designer-tabs" data-selected={selected || undefined}>
      <button
        type="button"
        className="designer-section-title"
        aria-pressed={selected}
        onClick={() => onSelect({ kind: 'tabs', tabs: group.id })}
      >
        {t(`design.form.style_${group.style}`)}
      </button>
      <div className="designer-tab-row">
        <div className="designer-tab-list" role="tablist" aria-label={t(`design.form.style_${group.style}`)}>
          {sections.map((section, at) => (
            <Tab
              key={section.id}
              section={section}
              number={at + 1}
              active={section === active}
              locked={locked}
              onOpen={() => {
                setChosen(section.id);
                onSelect({ kind: 'section', section: section.id });
              }}
            />
          ))}
        </div>
        {!locked && (
          <button
            type="button"
            className="fw-icon-button"
            title={t('design.form.add_tab')}
            aria-label={t('design.form.add_tab')}
            onClick={() => edit((before) => addSection(before, firstTitle('design.form.tab'), sections.at(-1)!.id))}
          >
            <PlusOutlined />
          </button>
        )}
      </div>
      {children(active)}
    </section>
  );
}

/** A section dropped on a tab takes its place, a field goes to its end. */
function Tab({
  section,
  number,
  active,
  locked,
  onOpen,
}: {
  section: Section;
  number: number;
  active: boolean;
  locked: boolean;
  onOpen: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { setNodeRef, isOver } = useDroppable({
    id: `tab ${section.id}`,
    data: { section: section.id, at: section.items.length } satisfies Target,
    disabled: locked,
  });
  return (
    <span ref={setNodeRef} className="designer-tab" data-over={isOver || undefined} data-active={active || undefined}>
      <button type="button" role="tab" aria-selected={active} onClick={onOpen}>
        {textIn(section.title, locale) || t('records.form.tab', { number })}
      </button>
    </span>
  );
}

function holdsSelected({ items }: Section, selection: Selection): boolean {
  const id =
    selection.kind === 'field'
      ? (selection.table ?? selection.field)
      : selection.kind === 'table'
        ? selection.table
        : selection.kind === 'item'
          ? selection.item
          : undefined;
  return id !== undefined && items.some((item) => layoutItemId(item) === id);
}
