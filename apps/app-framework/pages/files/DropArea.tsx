import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';

/** Takes files that are dragged from the desk; what is dragged within the page is none of its business. */
export function DropArea({
  enabled,
  onFiles,
  children,
}: {
  enabled: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}) {
  const t = useT();
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const isFiles = (event: DragEvent) => enabled && event.dataTransfer.types.includes('Files');
  return (
    <div
      className="documents-area"
      data-over={over || undefined}
      onDragEnter={(event) => {
        if (isFiles(event)) {
          depth.current += 1;
          setOver(true);
        }
      }}
      onDragLeave={() => {
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setOver(false);
      }}
      onDragOver={(event) => {
        if (isFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && (
        <div className="documents-drop" role="status">
          {t('documents.drop')}
        </div>
      )}
    </div>
  );
}
