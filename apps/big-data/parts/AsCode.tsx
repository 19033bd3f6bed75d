import { CodeOutlined } from '@ant-design/icons';
import type { DocumentKind } from '@formwork/contract/definitions/kind.ts';
import { textIn } from '@formwork/contract/text.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import type { OpenDocument } from '@formwork/web/definitions/use-document.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { App } from 'antd';
import { useRef } from 'react';

interface Props<Body> {
  kind: DocumentKind<Body>;
  document: OpenDocument<Body>;
  /** What comes in from elsewhere: the body that it becomes, or why not in words; undefined where it is none of it. */
  foreign?: (found: unknown, now: Body) => Promise<{ body: Body } | { refused: string } | undefined>;
}

/** A chart, dashboard or screen as a file of JSON, and back: what comes in is held against the schema and can be undone. */
export function AsCode<Body>({ kind, document, foreign }: Props<Body>) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const save = () => {
    const text = JSON.stringify({ kind: kind.kind, body: document.body }, null, 2);
    const link = window.document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = `${textIn(document.definition.name, locale).replace(/[\\/:*?"<>|]/g, ' ')}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const load = async (file: File | undefined) => {
    if (!file) return;
    const text = await file.text();
    const other = await foreign?.(jsonIn(text), document.body);
    if (other && 'refused' in other) {
      void message.error(other.refused, 8);
      return;
    }
    const body = other?.body ?? bodyIn(kind, text);
    if (body === undefined) {
      void message.error(t('analytics.code_wrong'));
      return;
    }
    document.edit(() => kind.settle(body));
    void message.success(t('analytics.code_loaded'));
  };
  return (
    <>
      <MenuButton
        label={t('analytics.code')}
        align="end"
        items={[
          { id: 'save', title: t('analytics.code_save'), onSelect: save },
          ...(document.readOnly
            ? []
            : [{ id: 'load', title: t('analytics.code_load'), onSelect: () => input.current?.click() }]),
        ]}
      >
        <CodeOutlined />
      </MenuButton>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,application/json"
        aria-label={t('analytics.code_load')}
        onChange={({ target }) => {
          void load(target.files?.[0]);
          target.value = '';
        }}
      />
    </>
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function bodyIn<Body>(kind: DocumentKind<Body>, text: string): Body | undefined {
  try {
    const found = JSON.parse(text) as { kind?: unknown; body?: unknown };
    return found.kind === kind.kind ? kind.schema.safeParse(found.body).data : undefined;
  } catch {
    return undefined;
  }
}
