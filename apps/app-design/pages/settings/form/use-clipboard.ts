import { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { kept } from '@formwork/ui/kept.ts';
import { useCallback, useSyncExternalStore } from 'react';
import type { Clip } from './clipboard.ts';

const key = 'formwork.design.clip';
const listeners = new Set<() => void>();

/** What was copied in any designer of this device, of this page or another. */
export function useClipboard(): { clip: Clip | undefined; copy: (clip: Clip) => void } {
  const text = useSyncExternalStore(subscribe, () => kept.read(key));
  const copy = useCallback((clip: Clip) => {
    kept.write(key, JSON.stringify(clip));
    for (const listener of listeners) listener();
  }, []);
  return { clip: clipOf(text), copy };
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', changed);
  };
}

let last: { text: string | null; clip: Clip | undefined } = { text: null, clip: undefined };

/** What an older version of the product has left there may have another shape. */
function clipOf(text: string | null): Clip | undefined {
  if (last.text === text) return last.clip;
  last = { text, clip: undefined };
  try {
    const { fields, tables, sections, items } = JSON.parse(text ?? '{}') as Clip;
    const read = FormDefinition.safeParse({
      format: 1,
      title: { zh: '.' },
      titleField: null,
      fields,
      tables,
      layout: [...sections, { id: 'loose', columns: 1, items }],
    });
    if (read.success)
      last = {
        text,
        clip: {
          fields: read.data.fields,
          tables: read.data.tables,
          sections: read.data.layout.slice(0, -1),
          items: read.data.layout.at(-1)!.items,
        },
      };
  } catch {
    // nothing to paste
  }
  return last.clip;
}
