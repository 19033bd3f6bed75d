import { SnippetsOutlined } from '@ant-design/icons';
import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  rectIntersection,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DragEndEvent,
} from '@dnd-kit/core';
import { newElementId } from '@formwork/contract/forms/field.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { copied, pasted } from './clipboard.ts';
import { DesignSheet } from './DesignSheet.tsx';
import { addField, addTable, moveColumn, moveItem, remove, type Place, type Selection } from './edits.ts';
import './designer.css';
import { useTakeAway } from '../../uses/use-take-away.tsx';
import { takenBy } from './taken-by.ts';
import { addItem, addSection, addTabs, moveSection } from './layout-edits.ts';
import { Inspector } from './Inspector.tsx';
import { firstTitle } from './new-texts.ts';
import { Palette } from './Palette.tsx';
import { isPart, kindText, type NewKind } from './parts.ts';
import { placeAfter, type Dragged, type Target } from './places.ts';
import { ProblemList } from './ProblemList.tsx';
import type { DraftEditor } from './use-draft.ts';
import { useClipboard } from './use-clipboard.ts';
import { useDesignerKeys } from './use-designer-keys.ts';

interface Props {
  formId: string;
  /** Number of the release in use. */
  release: number | null;
  editor: DraftEditor;
  readOnly: boolean;
  selection: Selection;
  setSelection: (selection: Selection) => void;
}

/** Palette, sheet and inspector; everything also works by click and by key. */
export function FormDesigner({ formId, release, editor, readOnly, selection, setSelection }: Props) {
  const t = useT();
  const locale = useLocale();
  const phone = usePhone();
  const { message } = App.useApp();
  const [dragged, setDragged] = useState<Dragged>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor),
  );
  const { definition, edit } = editor;
  const locked = readOnly || phone;

  function add(kind: NewKind, place: Place): void {
    const id = newElementId();
    if ('table' in place) {
      if (isPart(kind)) return void message.info(t('design.form.not_in_table'));
      edit((before) => addField(before, kind, firstTitle(`design.type.${kind}`), place, id));
      return setSelection({ kind: 'field', field: id, table: place.table });
    }
    if (kind === 'table') {
      edit((before) => addTable(before, firstTitle('design.form.table'), place, id));
      return setSelection({ kind: 'table', table: id });
    }
    if (kind === 'section') {
      edit((before) => addSection(before, firstTitle('design.form.section'), place.section, id));
      return setSelection({ kind: 'section', section: id });
    }
    if (kind === 'tabs') {
      edit((before) => addTabs(before, firstTitle('design.form.tab'), place.section, id));
      return setSelection({ kind: 'tabs', tabs: id });
    }
    if (isPart(kind)) {
      edit((before) => addItem(before, kind, firstTitle(kindText(kind)), place, id));
      return setSelection({ kind: 'item', section: place.section, item: id });
    }
    edit((before) => addField(before, kind, firstTitle(`design.type.${kind}`), place, id));
    return setSelection({ kind: 'field', field: id });
  }

  function drop({ active, over }: DragEndEvent): void {
    setDragged(undefined);
    const what = active.data.current as Dragged | undefined;
    const where = over?.data.current as Target | undefined;
    if (!what || !where) return;
    if ('add' in what) return add(what.add, where);
    if ('moved' in what) {
      if ('section' in where) edit((before) => moveSection(before, what.moved, where.section));
      return;
    }
    if ('column' in what) {
      if ('table' in where && where.table === what.table)
        edit((before) => moveColumn(before, what.table, what.column, where.at));
      return;
    }
    if ('section' in where) edit((before) => moveItem(before, what.item, where));
  }

  const takeAway = useTakeAway(formId, editor.save);
  const removeAt = (at: Selection) => {
    const take = () => {
      edit((before) => remove(before, at));
      setSelection({ kind: 'form' });
    };
    const taken = takenBy(definition, formId, at, locale);
    if (taken) takeAway(taken, take);
    else take();
  };
  const removeSelected = () => removeAt(selection);
  const { clip, copy } = useClipboard();
  const copySelected = () => {
    const found = copied(definition, selection);
    if (!found) return;
    copy(found);
    void message.success(t('design.form.copied'));
  };
  const paste =
    clip &&
    (() => {
      const done = pasted(
        definition,
        clip,
        placeAfter(definition, selection, clip.sections.length > 0 || clip.fields.length === 0 ? 'section' : 'text'),
      );
      edit(() => done.definition);
      setSelection(done.selection);
    });
  useDesignerKeys({ editor, selection, setSelection, removeSelected, copySelected, paste, locked });

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closest}
      onDragStart={({ active }) => setDragged(active.data.current as Dragged)}
      onDragEnd={drop}
      onDragCancel={() => setDragged(undefined)}
    >
      <div className="designer" data-locked={locked || undefined}>
        {!locked && <Palette onAdd={(kind) => add(kind, placeAfter(definition, selection, kind))} />}
        <div className="designer-middle">
          {phone && !readOnly && <Alert type="info" showIcon title={t('design.form.phone')} />}
          {(editor.state === 'conflict' || editor.state === 'failed') && (
            <Alert
              type="error"
              showIcon
              title={editor.failure}
              description={t(editor.state === 'conflict' ? 'design.form.conflict_hint' : 'design.form.failed_hint')}
            />
          )}
          <DesignSheet
            definition={definition}
            problems={editor.problems}
            selection={selection}
            onSelect={setSelection}
            edit={edit}
            onRemove={removeAt}
            locked={locked}
          />
          {!locked && paste && (
            <Button className="designer-paste" icon={<SnippetsOutlined />} onClick={paste}>
              {t('design.form.paste')}
            </Button>
          )}
          <ProblemList definition={definition} problems={editor.problems} onSelect={setSelection} />
        </div>
        {!locked && (
          <Inspector
            formId={formId}
            release={release}
            definition={definition}
            problems={editor.problems}
            selection={selection}
            edit={edit}
            onSelect={setSelection}
            onRemove={removeSelected}
            onCopy={copySelected}
          />
        )}
      </div>
      <DragOverlay dropAnimation={null}>{dragged && <div className="designer-ghost">{dragged.label}</div>}</DragOverlay>
    </DndContext>
  );
}

/** What lies under the pointer, the innermost first; by key, what the moved thing covers. */
const closest: CollisionDetection = (input) => {
  const under = input.pointerCoordinates ? pointerWithin(input) : rectIntersection(input);
  return [...under].sort((a, b) => area(input, a.id) - area(input, b.id));
};

function area(input: Parameters<CollisionDetection>[0], id: string | number): number {
  const rect = input.droppableRects.get(id);
  return rect ? rect.width * rect.height : 0;
}
