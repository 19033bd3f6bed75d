import { RightOutlined } from '@ant-design/icons';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { droppedInto } from './node-drag.ts';

interface Props {
  title: string;
  way: readonly { id: string; name: string }[];
  onOpen: (folder: string | null) => void;
  onDropInto: (nodes: string[], folder: string | null) => void;
}

/** The folders above, each a way back and a place to drop things. */
export function FolderWay({ title, way, onOpen, onDropInto }: Props) {
  const t = useT();
  const steps = [{ id: null, name: title }, ...way];
  return (
    <nav className="documents-way" aria-label={t('documents.way')}>
      {steps.map(({ id, name }, at) => (
        <span key={id ?? ''}>
          {at > 0 && <RightOutlined aria-hidden />}
          <button
            type="button"
            aria-current={at === steps.length - 1 ? 'page' : undefined}
            onClick={() => onOpen(id)}
            {...droppedInto(id, onDropInto)}
          >
            {name}
          </button>
        </span>
      ))}
    </nav>
  );
}
