import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { paperShape, placeholder, type Block, type TemplateContent } from '@formwork/contract/printing/template.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DragHandle, SortableList } from '@formwork/ui/drag/drag.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PrintGrid } from '@formwork/records-ui/printing/PrintGrid.tsx';
import { HolderOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { blockIcons } from './block-icons.tsx';
import { blocksAt, mayStand } from './template-edits.ts';
import { usePlaceholders } from './WordsInput.tsx';

interface Props {
  content: TemplateContent;
  definition: FormDefinition;
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
  onChange: (block: Block) => void;
  readOnly: boolean;
}

/** The paper with its blocks, each to be taken hold of; a click beside them leads to the settings of the paper. */
export function TemplateSheet(props: Props) {
  const t = useT();
  const { content, onChoose } = props;
  const { width, height } = paperShape(content.paper);
  const words = useWords(props.definition);
  const [room, zoom] = useFitting(width);
  const edge = ({ start, center, end }: TemplateContent['header']) => (
    <div className="print-edge">
      <span>{words(start)}</span>
      <span>{words(center)}</span>
      <span>{words(end)}</span>
    </div>
  );
  return (
    <div className="print-preview" ref={room}>
      <button type="button" className="print-paper-choice" onClick={() => onChoose(undefined)}>
        {t('design.print.paper')}: {content.paper.size} {Math.round(width)} × {Math.round(height)} mm
      </button>
      <div
        className="print-paper"
        style={{
          width: `${width}mm`,
          minHeight: `${height}mm`,
          padding: content.paper.margins.map((margin) => `${margin}mm`).join(' '),
          fontSize: `${content.fontSize}pt`,
          zoom,
        }}
      >
        {edge(content.header)}
        <Blocks {...props} place="page" />
        {edge(content.footer)}
      </div>
    </div>
  );
}

function Blocks({ place, ...props }: Props & { place: string }) {
  const t = useT();
  const { content, chosen, onChoose, readOnly } = props;
  return (
    <SortableList<Block>
      list={place}
      className="print-blocks"
      items={blocksAt(content, place)}
      itemId={({ id }) => id}
      itemTitle={({ kind }) => t(`design.print.block.${kind}`)}
      accepts={(payload) => payload === undefined || mayStand(payload as Block['kind'], place)}
      disabled={readOnly}
      empty={<p className="print-drop-here">{t('design.print.drop_here')}</p>}
      render={(block) => (
        <div className="print-block" data-kind={block.kind} data-chosen={chosen === block.id || undefined}>
          <button
            type="button"
            className="print-block-choice"
            aria-pressed={chosen === block.id}
            aria-label={t(`design.print.block.${block.kind}`)}
            onClick={() => onChoose(block.id)}
          />
          {!readOnly && (
            <span className="print-block-handle">
              <DragHandle title={t(`design.print.block.${block.kind}`)}>
                <HolderOutlined />
              </DragHandle>
            </span>
          )}
          <Sketch {...props} block={block} />
        </div>
      )}
    />
  );
}

/** The block with the names of fields where their values will be. */
function Sketch({ block, ...props }: Props & { block: Block }) {
  const t = useT();
  const locale = useLocale();
  const { definition, chosen, readOnly, onChange } = props;
  const words = useWords(definition);
  const nameOf = (id: string) =>
    textIn([...definition.fields, ...Object.values(systemFields)].find((field) => field.id === id)?.title, locale) ||
    t('design.version.gone');
  const table = 'table' in block ? definition.tables.find(({ id }) => id === block.table) : undefined;
  switch (block.kind) {
    case 'text':
      return chosen === block.id && !readOnly ? (
        <TextOnPage block={block} definition={definition} onChange={onChange} />
      ) : (
        <p
          className="fw-print-text"
          style={{
            fontSize: `${block.size}pt`,
            fontWeight: block.bold ? 600 : 400,
            fontStyle: block.italic ? 'italic' : 'normal',
            textAlign: block.align,
          }}
        >
          {words(block.text) || t('design.print.empty_text')}
        </p>
      );
    case 'fields':
      return (
        <PrintGrid
          columns={block.columns}
          border={block.border}
          className="print-slot"
          items={block.items.map(({ field, span }) => ({
            label: nameOf(field),
            value: nameOf(field),
            span: Math.min(span ?? 1, block.columns),
          }))}
        />
      );
    case 'table': {
      const columns =
        block.columns.length > 0 ? block.columns.map(({ field }) => field) : (table?.fields.map(({ id }) => id) ?? []);
      return (
        <table className="fw-print-table">
          <thead>
            <tr>
              {block.numbered && <th>{t('design.print.number')}</th>}
              {columns.map((id) => (
                <th key={id}>{textIn(table?.fields.find((field) => field.id === id)?.title, locale)}</th>
              ))}
            </tr>
          </thead>
        </table>
      );
    }
    case 'line':
      return <hr className="fw-print-line" />;
    case 'space':
      return <div className="print-space" style={{ height: `${block.height}mm` }} />;
    case 'columns':
      return (
        <div
          className="fw-print-columns"
          style={{ gridTemplateColumns: block.cells.map(({ weight }) => `minmax(0, ${weight}fr)`).join(' ') }}
        >
          {block.cells.map((_, index) => (
            <Blocks key={index} {...props} place={`${block.id}.${index}`} />
          ))}
        </div>
      );
    case 'rows':
      return (
        <>
          <small>{t('design.print.for_each', { table: textIn(table?.title, locale) })}</small>
          <Blocks {...props} place={block.id} />
        </>
      );
    case 'code':
    case 'picture':
    case 'break':
      return (
        <div className="print-sketch">
          {blockIcons[block.kind]} {t(`design.print.block.${block.kind}`)}{' '}
          {block.kind === 'code'
            ? words(block.content)
            : block.kind === 'picture'
              ? (block.file?.name ?? (block.field ? nameOf(block.field) : ''))
              : ''}
        </div>
      );
  }
}

/** A chosen text is written where it stands. */
function TextOnPage({
  block,
  definition,
  onChange,
}: Pick<Props, 'definition' | 'onChange'> & { block: Extract<Block, { kind: 'text' }> }) {
  const t = useT();
  const { shown, stored } = usePlaceholders(definition);
  const style = {
    fontSize: `${block.size}pt`,
    fontWeight: block.bold ? 600 : 400,
    fontStyle: block.italic ? 'italic' : 'normal',
    textAlign: block.align,
  } as const;
  return (
    <textarea
      autoFocus
      className="fw-print-text print-on-page"
      style={style}
      maxLength={5_000}
      rows={1}
      value={shown(block.text)}
      placeholder={t('design.print.empty_text')}
      aria-label={t('design.print.on_page')}
      onChange={(event) => onChange({ ...block, text: stored(event.target.value) })}
    />
  );
}

/** How much the paper is made smaller to be seen whole; it is never made larger. */
function useFitting(width: number): [RefObject<HTMLDivElement | null>, number] {
  const room = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    if (!room.current) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setZoom(Math.min(1, Math.max(0.3, entry.contentRect.width / (width * pixelsPerMillimetre))));
    });
    watch.observe(room.current);
    return () => watch.disconnect();
  }, [width]);
  return [room, zoom];
}

const pixelsPerMillimetre = 96 / 25.4;

/** Texts as people know them: titles in place of ids. */
function useWords(definition: FormDefinition): (text: string) => string {
  const t = useT();
  const { titleOf } = usePlaceholders(definition);
  return (text) => text.replace(placeholder, (_, name: string) => `⟨${titleOf(name) ?? t('design.version.gone')}⟩`);
}
