import { DownOutlined, RightOutlined } from '@ant-design/icons';
import type { LayoutItem, Section } from '@formwork/contract/forms/definition.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useState } from 'react';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { ItemView } from './ItemView.tsx';
import type { RecordFormModel } from './use-record-form.ts';
import type { Wanted } from './wanted.ts';

interface Props {
  section: Section;
  form: RecordFormModel;
  readOnly: boolean;
  wanted: Wanted | undefined;
  /** Its title stands on the tab. */
  inTab?: boolean;
}

export function SectionView({ section, form, readOnly, wanted, inTab = false }: Props) {
  const locale = useLocale();
  const byRule = form.layout.valueOf(section.id, 'foldedIf');
  const start = typeof byRule === 'boolean' ? byRule : (section.folded ?? false);
  const [fold, setFold] = useState({ folded: start, start, wanted });
  // what a rule says anew, or what somebody looks for, is stronger than what was clicked before
  if (fold.start !== start || fold.wanted !== wanted) {
    setFold({
      folded:
        fold.wanted !== wanted && wanted !== undefined && holds(section, wanted.name)
          ? false
          : fold.start !== start
            ? start
            : fold.folded,
      start,
      wanted,
    });
  }
  const items = shownItems(section, form);
  const title = textIn(section.title, locale);
  // an error must be seen where it is
  const open = inTab || !title || !fold.folded || errorsIn(section, form) > 0;
  if (items.length === 0) return null;
  return (
    <section className="fw-record-section" aria-label={(!inTab && title) || undefined}>
      {title && !inTab && (
        <h2>
          <button type="button" aria-expanded={open} onClick={() => setFold({ ...fold, folded: open })}>
            {open ? <DownOutlined /> : <RightOutlined />} {title}
          </button>
        </h2>
      )}
      {open && (
        <div className="fw-record-grid" data-columns={section.columns}>
          {items.map((item) => (
            <ItemView key={layoutItemId(item)} item={item} form={form} readOnly={readOnly} columns={section.columns} />
          ))}
        </div>
      )}
    </section>
  );
}

/** What of a section is to be seen now; nothing when all of it is hidden. */
export function shownItems(section: Section, form: RecordFormModel): LayoutItem[] {
  return form.layout.hides(section.id) ? [] : section.items.filter((item) => isShown(item, form));
}

export function holds(section: Section, name: string): boolean {
  return section.items.some((item) => layoutItemId(item) === name);
}

/** How many errors stand in the section. */
export function errorsIn(section: Section, form: RecordFormModel): number {
  return form.errors.filter(({ path }) => holds(section, path.split('.')[0]!)).length;
}

function isShown(item: LayoutItem, form: RecordFormModel): boolean {
  if (item.kind === 'field') {
    const field = form.definition.fields.find(({ id }) => id === item.field);
    return field !== undefined && !form.stateOf(field).hidden;
  }
  if (item.kind === 'table' && form.rights.table(item.table).access === 'hidden') return false;
  return !form.layout.hides(layoutItemId(item));
}
