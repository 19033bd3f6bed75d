import Image from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { CharacterCount } from '@tiptap/extensions';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { pictureAddress } from '@formwork/web/http/picture-address.ts';
import './rich-text.css';
import { RichTextToolbar } from './RichTextToolbar.tsx';

export interface RichTextInputProps {
  id: string;
  label: string | undefined;
  describedBy: string | undefined;
  value: string;
  onChange: (html: string | null) => void;
  maxLength: number;
  rows: number;
  pictures: boolean;
}

/** Pictures name their file; the address is worked out where they are shown. */
const FilePicture = Image.extend({
  addAttributes() {
    return {
      alt: { default: null },
      file: {
        default: null,
        parseHTML: (element: HTMLElement) => element.dataset.file ?? null,
        renderHTML: ({ file }: { file?: string }) => (file ? { 'data-file': file, src: pictureAddress(file) } : {}),
      },
    };
  },
  parseHTML: () => [{ tag: 'img[data-file]' }],
});

/** The editor of formatted text. What is typed over the limit does not go in, what is pasted over it is cut. */
export default function RichTextInput({
  id,
  label,
  describedBy,
  value,
  onChange,
  maxLength,
  rows,
  pictures,
}: RichTextInputProps) {
  const latest = useRef(onChange);
  latest.current = onChange;
  const sent = useRef(value);
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [1, 2, 3] },
        link: { openOnClick: false, protocols: ['mailto', 'tel'] },
      }),
      TableKit.configure({ table: { resizable: false } }),
      CharacterCount.configure({ limit: maxLength }),
      ...(pictures ? [FilePicture] : []),
    ],
    content: value,
    // our own style sheet holds these rules: elements made on the fly would need a nonce
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        class: 'fw-rich-text',
        ...(label && { 'aria-label': label }),
        ...(describedBy && { 'aria-describedby': describedBy }),
        style: `min-height: ${rows * 1.6}em`,
      },
    },
    onUpdate: ({ editor: now }) => {
      sent.current = now.isEmpty ? '' : now.getHTML();
      latest.current(sent.current === '' ? null : sent.current);
    },
  });
  // what did not come from here: a draft thrown away, somebody else's save
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className="fw-rich-editor">
      <RichTextToolbar editor={editor} pictures={pictures} maxLength={maxLength} />
      <EditorContent editor={editor} />
    </div>
  );
}
