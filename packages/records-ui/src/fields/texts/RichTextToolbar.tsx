import {
  BoldOutlined,
  CodeOutlined,
  ItalicOutlined,
  LinkOutlined,
  MinusOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { filesApi } from '@formwork/contract/files/api.ts';
import { pictureTypes } from '@formwork/contract/forms/field-types/image.ts';
import { useEditorState, type Editor } from '@tiptap/react';
import { App, Dropdown, Input, Popover } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { errorText } from '@formwork/web/http/error-text.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** What can be done to the text at the cursor; pressed buttons say what it is already. */
export function RichTextToolbar({
  editor,
  pictures,
  maxLength,
}: {
  editor: Editor;
  pictures: boolean;
  maxLength: number;
}) {
  const t = useT();
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: Object.fromEntries(
        [
          'bold',
          'italic',
          'underline',
          'strike',
          'bulletList',
          'orderedList',
          'blockquote',
          'codeBlock',
          'link',
          'table',
        ].map((name) => [name, now.isActive(name)]),
      ),
      level: ([1, 2, 3] as const).find((level) => now.isActive('heading', { level })) ?? 0,
      undo: now.can().undo(),
      redo: now.can().redo(),
      // an editor that another one took the place of has let go of what it knew
      count: 'characterCount' in now.storage ? now.storage.characterCount.characters() : 0,
    }),
  });
  const run = () => editor.chain().focus();
  const tool = (name: string, icon: ReactNode, act: () => void, disabled = false) => (
    <button
      type="button"
      className="fw-icon-button"
      aria-label={t(`records.rich.${name}`)}
      title={t(`records.rich.${name}`)}
      aria-pressed={state.on[name]}
      disabled={disabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      {icon}
    </button>
  );
  return (
    <div className="fw-rich-tools" role="toolbar" aria-label={t('records.rich.tools')}>
      <select
        aria-label={t('records.rich.level')}
        value={state.level}
        onChange={(event) => {
          const level = Number(event.target.value);
          if (level === 0) run().setParagraph().run();
          else
            run()
              .setHeading({ level: level as 1 | 2 | 3 })
              .run();
        }}
      >
        {[0, 1, 2, 3].map((level) => (
          <option key={level} value={level}>
            {t(`records.rich.level_${level}`)}
          </option>
        ))}
      </select>
      {tool('bold', <BoldOutlined />, () => run().toggleBold().run())}
      {tool('italic', <ItalicOutlined />, () => run().toggleItalic().run())}
      {tool('underline', <UnderlineOutlined />, () => run().toggleUnderline().run())}
      {tool('strike', <StrikethroughOutlined />, () => run().toggleStrike().run())}
      {tool('bulletList', <UnorderedListOutlined />, () => run().toggleBulletList().run())}
      {tool('orderedList', <OrderedListOutlined />, () => run().toggleOrderedList().run())}
      {tool('blockquote', <span aria-hidden>❝</span>, () => run().toggleBlockquote().run())}
      {tool('codeBlock', <CodeOutlined />, () => run().toggleCodeBlock().run())}
      {tool('rule', <MinusOutlined />, () => run().setHorizontalRule().run())}
      <LinkTool editor={editor} on={state.on.link === true} />
      <TableTool editor={editor} inside={state.on.table === true} />
      {pictures && <PictureTool editor={editor} />}
      {tool('undo', <UndoOutlined />, () => run().undo().run(), !state.undo)}
      {tool('redo', <RedoOutlined />, () => run().redo().run(), !state.redo)}
      <span className="fw-rich-count">
        {state.count} / {maxLength}
      </span>
    </div>
  );
}

function LinkTool({ editor, on }: { editor: Editor; on: boolean }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const begin = (next: boolean) => {
    if (next) setAddress(String(editor.getAttributes('link').href ?? ''));
    setOpen(next);
  };
  const done = () => {
    const href = address.trim();
    const link = editor.chain().focus().extendMarkRange('link');
    if (href === '') link.unsetLink().run();
    else {
      const full = /^[a-z]+:/i.test(href) ? href : `https://${href}`;
      // nothing selected: the address itself becomes the text
      if (editor.state.selection.empty && !editor.isActive('link'))
        link.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href: full } }] }).run();
      else link.setLink({ href: full }).run();
    }
    setOpen(false);
  };
  return (
    <Popover
      open={open}
      onOpenChange={begin}
      trigger="click"
      content={
        <Input.Search
          autoFocus
          aria-label={t('records.rich.address')}
          placeholder="https://"
          enterButton={t('records.rich.apply')}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          onSearch={done}
        />
      }
    >
      <button
        type="button"
        className="fw-icon-button"
        aria-label={t('records.rich.link')}
        title={t('records.rich.link')}
        aria-pressed={on}
      >
        <LinkOutlined />
      </button>
    </Popover>
  );
}

function TableTool({ editor, inside }: { editor: Editor; inside: boolean }) {
  const t = useT();
  const run = () => editor.chain().focus();
  const acts = {
    insert: () => run().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    row: () => run().addRowAfter().run(),
    column: () => run().addColumnAfter().run(),
    remove_row: () => run().deleteRow().run(),
    remove_column: () => run().deleteColumn().run(),
    remove: () => run().deleteTable().run(),
  };
  const names = (
    inside ? ['row', 'column', 'remove_row', 'remove_column', 'remove'] : ['insert']
  ) as (keyof typeof acts)[];
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: names.map((key) => ({ key, label: t(`records.rich.table_${key}`) })),
        onClick: ({ key }) => acts[key as keyof typeof acts](),
      }}
    >
      <button
        type="button"
        className="fw-icon-button"
        aria-label={t('records.rich.table')}
        title={t('records.rich.table')}
        aria-pressed={inside}
      >
        <TableOutlined />
      </button>
    </Dropdown>
  );
}

function PictureTool({ editor }: { editor: Editor }) {
  const t = useT();
  const { message } = App.useApp();
  const chooser = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(false);
  const send = async (files: File[]) => {
    setSending(true);
    try {
      for (const { id, name, type } of await upload(filesApi.upload, { query: { purpose: 'attachment' } }, files)) {
        if (pictureTypes.includes(type))
          editor
            .chain()
            .focus()
            .insertContent({ type: 'image', attrs: { file: id, alt: name } })
            .run();
        else message.warning(t('records.value.not_picture'));
      }
    } catch (error) {
      message.error(errorText(error, t));
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="fw-icon-button"
        disabled={sending}
        aria-label={t('records.rich.picture')}
        title={t('records.rich.picture')}
        onClick={() => chooser.current?.click()}
      >
        <PictureOutlined />
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={pictureTypes.join()}
        aria-label={t('records.rich.picture')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])].slice(0, 5);
          event.target.value = '';
          if (files.length > 0) void send(files);
        }}
      />
    </>
  );
}
