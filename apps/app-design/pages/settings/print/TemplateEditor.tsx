import { EyeOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import type { PrintDocument } from '@formwork/contract/printing/document.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { Designer } from '@formwork/ui/designer/designer.tsx';
import { DragArea, DragSource } from '@formwork/ui/drag/drag.tsx';
import { Palette } from '@formwork/ui/frame/palette.tsx';
import { useConfirmLeave } from '@formwork/ui/feedback/use-confirm-leave.ts';
import { useKeys } from '@formwork/ui/designer/use-keys.ts';
import { useUndoable } from '@formwork/ui/designer/use-undoable.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PrintSheet } from '@formwork/records-ui/printing/PrintSheet.tsx';
import { linkBefore } from '@formwork/records-ui/printing/record-link.ts';
import { useParams } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Modal } from 'antd';
import { useState } from 'react';
import { blockIcons } from './block-icons.tsx';
import { BlockInspector } from './BlockInspector.tsx';
import { PaperInspector } from './PaperInspector.tsx';
import { TemplateSheet } from './TemplateSheet.tsx';
import { blockKinds, changeBlock, dropped, findBlock, insertBlock, newBlock, removeBlock } from './template-edits.ts';

type Template = ResponseOf<typeof printingApi.getTemplate>;

interface Props {
  formId: string;
  template: Template;
  definition: FormDefinition;
  readOnly: boolean;
  onBack: () => void;
}

/** One template on its paper: blocks from the left, their settings at the right, a preview with the latest record. */
export function TemplateEditor({ formId, template, definition, readOnly, onBack }: Props) {
  const t = useT();
  const { message } = App.useApp();
  const { appId = '' } = useParams();
  const edited = useUndoable({
    content: template.content,
    facts: { title: template.title, isDefault: template.isDefault, enabled: template.enabled },
  });
  const { content, facts } = edited.value;
  const [saved, setSaved] = useState({ version: template.version, value: edited.value });
  const [chosen, setChosen] = useState<string>();
  const [preview, setPreview] = useState<PrintDocument>();
  const save = useCommand(printingApi.saveTemplate, {
    quiet: true,
    refresh: [printingApi.templates, printingApi.versions, printingApi.choices],
  });
  const show = useCommand(printingApi.preview, { quiet: true });
  const latest = useQuery({
    ...q(recordsApi.list, { params: { formId }, query: { sort: '-_createdAt', limit: 1 } }),
    retry: false,
  });
  const changed = saved.value !== edited.value;
  useConfirmLeave(changed);

  const setContent = (next: typeof content, merge?: string) => edited.set((now) => ({ ...now, content: next }), merge);
  const store = async () => {
    const value = edited.value;
    const done = await save.run({
      params: { formId, templateId: template.id },
      body: { expectedVersion: saved.version, ...value.facts, content: value.content },
    });
    if (!done) return;
    setSaved({ version: done.version, value });
    void message.success(t('design.print.saved', { number: done.version }));
  };
  const look = async () => {
    const filled = await show.run({
      params: { formId },
      body: { content, recordId: latest.data?.rows[0]?.id ?? null, link: linkBefore(appId, formId) },
    });
    if (filled) setPreview(filled);
  };
  const remove = (id: string) => {
    setContent(removeBlock(content, id));
    setChosen(undefined);
  };
  useKeys({ 'mod+s': () => void store(), 'mod+z': edited.undo, 'mod+shift+z': edited.redo }, !readOnly);

  const block = chosen === undefined ? undefined : findBlock(content, chosen);
  const entries = blockKinds
    .filter((kind) => definition.tables.length > 0 || (kind !== 'table' && kind !== 'rows'))
    .map((kind) => ({ id: kind, title: t(`design.print.block.${kind}`), icon: blockIcons[kind] }));
  return (
    <DragArea onDrop={(drop) => setContent(dropped(content, drop, definition))}>
      <Designer
        bar={
          <>
            <Button onClick={onBack}>{t('design.print.back')}</Button>
            {!readOnly && (
              <Button
                icon={<UndoOutlined />}
                disabled={!edited.canUndo}
                onClick={edited.undo}
                aria-label={t('design.print.undo')}
                title={t('design.print.undo')}
              />
            )}
            {!readOnly && (
              <Button
                icon={<RedoOutlined />}
                disabled={!edited.canRedo}
                onClick={edited.redo}
                aria-label={t('design.print.redo')}
                title={t('design.print.redo')}
              />
            )}
            <span className="print-bar-space">{t('design.print.version', { number: saved.version })}</span>
            {!readOnly && (
              <Button icon={<EyeOutlined />} loading={show.pending} onClick={() => void look()}>
                {t('design.print.preview')}
              </Button>
            )}
            {!readOnly && (
              <Button type="primary" disabled={!changed} loading={save.pending} onClick={() => void store()}>
                {t('design.print.save')}
              </Button>
            )}
          </>
        }
        palette={
          readOnly ? undefined : (
            <Palette
              entries={entries}
              onAdd={(kind) => {
                const made = newBlock(kind as never, definition);
                setContent(insertBlock(content, made, 'page', content.blocks.length));
                setChosen(made.id);
              }}
              entry={(entry, button) => (
                <DragSource id={`new-${entry.id}`} title={entry.title} payload={entry.id}>
                  {button}
                </DragSource>
              )}
            />
          )
        }
        inspector={
          block ? (
            <BlockInspector
              key={block.id}
              block={block}
              definition={definition}
              readOnly={readOnly}
              onChange={(next) => setContent(changeBlock(content, next), `block ${next.id}`)}
              onRemove={() => remove(block.id)}
            />
          ) : (
            <PaperInspector
              formId={formId}
              templateId={template.id}
              content={content}
              definition={definition}
              facts={facts}
              readOnly={readOnly}
              onContent={(next) => setContent(next, 'paper')}
              onFacts={(next) => edited.set((now) => ({ ...now, facts: next }), 'facts')}
            />
          )
        }
      >
        {(save.errorText ?? show.errorText) && <Alert type="error" showIcon title={save.errorText ?? show.errorText} />}
        <TemplateSheet
          content={content}
          definition={definition}
          chosen={chosen}
          onChoose={setChosen}
          onChange={(next) => setContent(changeBlock(content, next), `block ${next.id}`)}
          readOnly={readOnly}
        />
      </Designer>
      <Modal
        open={preview !== undefined}
        title={t('design.print.preview')}
        width={900}
        footer={null}
        onCancel={() => setPreview(undefined)}
      >
        {latest.data?.rows.length === 0 && <p className="design-quiet">{t('design.print.no_record')}</p>}
        {preview && (
          <div className="print-preview">
            <div
              className="print-paper"
              style={{
                width: `${preview.paper.width}mm`,
                minHeight: `${preview.paper.height}mm`,
                padding: preview.paper.margins.map((margin) => `${margin}mm`).join(' '),
              }}
            >
              <PreviewEdge edge={preview.header} />
              <PrintSheet document={preview} />
              <PreviewEdge edge={preview.footer} />
            </div>
          </div>
        )}
      </Modal>
    </DragArea>
  );
}

/** What stands above and below the first page; how many there are is known when it is printed. */
function PreviewEdge({ edge }: { edge: PrintDocument['header'] }) {
  const words = (text: string) => text.replaceAll(/\{\{\s*page\s*\}\}/g, '1').replaceAll(/\{\{\s*pages\s*\}\}/g, '…');
  return (
    <div className="print-edge">
      <span>{words(edge.start)}</span>
      <span>{words(edge.center)}</span>
      <span>{words(edge.end)}</span>
    </div>
  );
}
