import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';
import { useRef } from 'react';

interface Props {
  formId: string;
  title: string;
  graph: ProcessGraph;
  readOnly: boolean;
  onImported: (graph: ProcessGraph) => void;
}

/** BPMN 2.0 in and out. What an import brings takes the place of the draft, which undo brings back. */
export function ModelMenu({ formId, title, graph, readOnly, onImported }: Props) {
  const t = useT();
  const { message, modal } = App.useApp();
  const file = useRef<HTMLInputElement>(null);
  const read = useCommand(workflowApi.importModel, {
    onDone: ({ graph: brought }) => {
      onImported(brought);
      const refused =
        brought.nodes.filter((node) => node.kind === 'foreign').length + (brought.imported?.foreign.length ?? 0);
      if (refused === 0) void message.success(t('flow-design.model.imported', { count: brought.nodes.length }));
      else
        modal.info({
          title: t('flow-design.model.imported', { count: brought.nodes.length }),
          content: t('flow-design.model.refused', { count: refused }),
        });
    },
  });
  const write = useCommand(workflowApi.exportModel, { onDone: ({ xml }) => download(xml, `${title}.bpmn`) });
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    await read.run({ params: { formId }, body: { xml: textOf(await chosen.arrayBuffer()) } });
  };
  const items = [
    ...(readOnly
      ? []
      : [{ id: 'import', title: t('flow-design.model.import'), onSelect: () => file.current?.click() }]),
    {
      id: 'export',
      title: t('flow-design.model.export'),
      onSelect: () => void write.run({ params: { formId }, body: { graph } }),
    },
  ];
  return (
    <>
      <MenuButton label={t('flow-design.model.menu')} items={items} />
      <input
        ref={file}
        type="file"
        hidden
        accept=".bpmn,.xml"
        aria-label={t('flow-design.model.import')}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** The text of a file in the encoding that its first line names. */
function textOf(content: ArrayBuffer): string {
  const head = new TextDecoder('latin1').decode(content.slice(0, 200));
  const named = /^[^>]*encoding=["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  // Several tools name another encoding than they write: what is good UTF-8 is UTF-8.
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return decoderFor(named).decode(content);
  }
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder();
  }
}

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/xml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, ' ');
  link.click();
  URL.revokeObjectURL(address);
}
