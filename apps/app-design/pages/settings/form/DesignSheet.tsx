import { useDraggable, useDroppable } from '@dnd-kit/core';
import { CopyOutlined, DeleteOutlined, HolderOutlined, PlusOutlined } from '@ant-design/icons';
import type { FormDefinition, LayoutItem, Section, SlaveTable } from '@formwork/contract/forms/definition.ts';
import { layoutBlocks, layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Problem } from '@formwork/contract/forms/problems.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { addSection } from './layout-edits.ts';
import { TabsBox } from './TabsBox.tsx';
import { duplicateField, type Selection } from './edits.ts';
import { firstTitle } from './new-texts.ts';
import type { Dragged, Target } from './places.ts';
import { typeIcon } from './type-icons.tsx';

interface SheetProps {
  definition: FormDefinition;
  problems: Problem[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  edit: (change: (definition: FormDefinition) => FormDefinition) => void;
  onRemove: (selection: Selection) => void;
  locked: boolean;
}

/** The form as it will look, every part of it to be taken hold of. */
export function DesignSheet(props: SheetProps) {
  const t = useT();
  const locale = useLocale();
  const { definition, selection, onSelect, edit, locked } = props;
  return (
    <div className="designer-sheet">
      <button
        type="button"
        className="designer-form-title"
        aria-pressed={selection.kind === 'form'}
        onClick={() => onSelect({ kind: 'form' })}
      >
        {textIn(definition.title, locale)}
      </button>
      {layoutBlocks(definition).map((block) =>
        block.kind === 'section' ? (
          <SectionBox key={block.section.id} {...props} section={block.section} />
        ) : (
          <TabsBox key={block.group.id} {...props} group={block.group} sections={block.sections}>
            {(section) => <SectionBox {...props} section={section} />}
          </TabsBox>
        ),
      )}
      {!locked && (
        <Button
          type="dashed"
          block
          icon={<PlusOutlined />}
          onClick={() => edit((before) => addSection(before, firstTitle('design.form.section')))}
        >
          {t('design.form.add_section')}
        </Button>
      )}
    </div>
  );
}

function SectionBox({ section, ...props }: SheetProps & { section: Section }) {
  const t = useT();
  const locale = useLocale();
  const { selection, onSelect, locked } = props;
  const end: Target = { section: section.id, at: section.items.length };
  const { setNodeRef, isOver } = useDroppable({ id: `section ${section.id}`, data: end, disabled: locked });
  const selected = selection.kind === 'section' && selection.section === section.id;
  return (
    <section
      ref={setNodeRef}
      className="designer-section"
      data-over={isOver || undefined}
      data-selected={selected || undefined}
    >
      {!locked && <SectionGrip section={section} />}
      <button
        type="button"
        className="designer-section-title"
        aria-pressed={selected}
        onClick={() => onSelect({ kind: 'section', section: section.id })}
      >
        {textIn(section.title, locale) || t('design.form.section')}
      </button>
      {/* the number of columns is the person's choice, so it cannot stand in a style sheet */}
      <div className="designer-items" style={{ gridTemplateColumns: `repeat(${section.columns}, minmax(0, 1fr))` }}>
        {section.items.map((item, at) => (
          <Item key={layoutItemId(item)} {...props} item={item} at={at} section={section} />
        ))}
        {section.items.length === 0 && <p className="designer-drop-here">{t('design.form.drop_here')}</p>}
      </div>
    </section>
  );
}

function Item({ item, at, section, ...props }: SheetProps & { item: LayoutItem; at: number; section: Section }) {
  const t = useT();
  const locale = useLocale();
  const { definition, selection, problems } = props;
  const target: Target = { section: section.id, at };
  if (item.kind === 'field') {
    const field = definition.fields.find(({ id }) => id === item.field);
    if (!field) return null;
    return (
      <Handle
        {...props}
        id={field.id}
        target={target}
        dragged={{ item: field.id, label: textIn(field.title, locale) }}
        selection={{ kind: 'field', field: field.id }}
        span={item.span}
        selected={selection.kind === 'field' && selection.field === field.id}
        wrong={problems.some((problem) => problem.level === 'error' && problem.field === field.id)}
      >
        <FieldSketch field={field} />
      </Handle>
    );
  }
  if (item.kind === 'table') {
    const table = definition.tables.find(({ id }) => id === item.table);
    if (!table) return null;
    return (
      <Handle
        {...props}
        id={table.id}
        target={target}
        dragged={{ item: table.id, label: textIn(table.title, locale) }}
        selection={{ kind: 'table', table: table.id }}
        span={4}
        selected={selection.kind === 'table' && selection.table === table.id}
        wrong={problems.some(
          (problem) => problem.level === 'error' && problem.table === table.id && problem.field === undefined,
        )}
      >
        <TableSketch table={table} {...props} />
      </Handle>
    );
  }
  const shown =
    item.kind === 'remark' ? (
      <p className="designer-remark">{textIn(item.text, locale)}</p>
    ) : item.kind === 'divider' ? (
      <div className="designer-divider">{textIn(item.title, locale)}</div>
    ) : item.kind === 'button' ? (
      <span className="designer-button" data-primary={item.primary || undefined}>
        {textIn(item.title, locale)}
      </span>
    ) : (
      <span className="designer-box">
        {typeIcon('embed')}
        <span>{textIn(item.title, locale) || t('design.form.embed')}</span>
      </span>
    );
  return (
    <Handle
      {...props}
      id={item.id}
      target={target}
      dragged={{ item: item.id, label: t(`design.form.${item.kind}`) }}
      selection={{ kind: 'item', section: section.id, item: item.id }}
      span={item.kind === 'button' ? 1 : 4}
      selected={selection.kind === 'item' && selection.item === item.id}
      wrong={problems.some((problem) => problem.level === 'error' && problem.part === item.id)}
    >
      {shown}
    </Handle>
  );
}

/** A section is dragged by it, onto the one whose place it shall take. */
function SectionGrip({ section }: { section: Section }) {
  const t = useT();
  const locale = useLocale();
  const label = textIn(section.title, locale) || t('design.form.section');
  const { setNodeRef, listeners, attributes } = useDraggable({
    id: `section-grip ${section.id}`,
    data: { moved: section.id, label } satisfies Dragged,
  });
  return (
    <span
      ref={setNodeRef}
      {...listeners}
      {...attributes}
      className="designer-grip designer-section-grip"
      aria-label={t('design.form.move', { what: label })}
    >
      <HolderOutlined />
    </span>
  );
}

interface HandleProps extends Pick<SheetProps, 'onSelect' | 'edit' | 'onRemove' | 'locked'> {
  id: string;
  target: Target;
  dragged: Dragged;
  selection: Selection;
  selected: boolean;
  wrong: boolean;
  span?: number | undefined;
  children: ReactNode;
}

/**
 * Something on the sheet: selected by click or Enter, dragged by its grip, a place to drop others before it. What takes the
 * focus lies beside the grip and the tools, not around them: no button holds another.
 */
function Handle({
  id,
  target,
  dragged,
  selection,
  selected,
  wrong,
  span,
  onSelect,
  edit,
  onRemove,
  locked,
  children,
}: HandleProps) {
  const t = useT();
  const drop = useDroppable({ id: `before ${id}`, data: target, disabled: locked });
  const drag = useDraggable({ id: `move ${id}`, data: dragged, disabled: locked });
  const box = useRef<HTMLDivElement>(null);
  // What was just added may stand below the fold.
  useEffect(() => {
    if (selected) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  return (
    <div
      ref={(element) => {
        box.current = element;
        drop.setNodeRef(element);
      }}
      role="group"
      aria-label={dragged.label}
      className="designer-item"
      data-span={span}
      data-over={drop.isOver || undefined}
      data-selected={selected || undefined}
      data-wrong={wrong || undefined}
      data-dragged={drag.isDragging || undefined}
      onClick={(event) => {
        event.stopPropagation();
        onSelect(selection);
      }}
    >
      {/* its click is that of the box around it */}
      <button type="button" className="designer-item-choose" aria-label={dragged.label} aria-pressed={selected} />
      {!locked && (
        <span
          ref={drag.setNodeRef}
          {...drag.listeners}
          {...drag.attributes}
          className="designer-grip"
          aria-label={t('design.form.move', { what: dragged.label })}
        >
          <HolderOutlined />
        </span>
      )}
      {children}
      {!locked && selected && (
        <span className="designer-item-tools">
          {selection.kind === 'field' && (
            <button
              type="button"
              className="fw-icon-button"
              title={t('design.form.duplicate')}
              aria-label={t('design.form.duplicate')}
              onClick={(event) => {
                event.stopPropagation();
                edit((before) => duplicateField(before, selection.field, selection.table));
              }}
            >
              <CopyOutlined />
            </button>
          )}
          <button
            type="button"
            className="fw-icon-button"
            title={t('design.form.remove')}
            aria-label={t('design.form.remove')}
            onClick={(event) => {
              event.stopPropagation();
              onRemove(selection);
            }}
          >
            <DeleteOutlined />
          </button>
        </span>
      )}
    </div>
  );
}

function FieldSketch({ field }: { field: Field }) {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="designer-field">
      <span className="designer-label">
        {textIn(field.title, locale)}
        {field.required && <i aria-label={t('design.form.required')}>*</i>}
      </span>
      <span className="designer-box">
        {typeIcon(field.type)}
        <span>{t(`design.type.${field.type}`)}</span>
      </span>
    </div>
  );
}

function TableSketch({ table, ...props }: SheetProps & { table: SlaveTable }) {
  const t = useT();
  const locale = useLocale();
  const { setNodeRef, isOver } = useDroppable({
    id: `columns ${table.id}`,
    data: { table: table.id, at: table.fields.length } satisfies Target,
    disabled: props.locked,
  });
  return (
    <div className="designer-table" ref={setNodeRef} data-over={isOver || undefined}>
      <span className="designer-label">
        {typeIcon('table')} {textIn(table.title, locale)}
      </span>
      <div className="designer-columns">
        {table.fields.map((field, at) => (
          <Column key={field.id} field={field} at={at} table={table} {...props} />
        ))}
        {table.fields.length === 0 && <p className="designer-drop-here">{t('design.form.drop_columns')}</p>}
      </div>
    </div>
  );
}

function Column({ field, at, table, ...props }: SheetProps & { field: Field; at: number; table: SlaveTable }) {
  const locale = useLocale();
  const { selection, problems } = props;
  return (
    <Handle
      {...props}
      id={field.id}
      target={{ table: table.id, at }}
      dragged={{ column: field.id, table: table.id, label: textIn(field.title, locale) }}
      selection={{ kind: 'field', field: field.id, table: table.id }}
      selected={selection.kind === 'field' && selection.field === field.id}
      wrong={problems.some((problem) => problem.level === 'error' && problem.field === field.id)}
    >
      <FieldSketch field={field} />
    </Handle>
  );
}
