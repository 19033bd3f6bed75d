import { useT } from '@formwork/web/i18n/i18n.ts';
import { useState } from 'react';
import { type ContentProps } from './FileContent.tsx';
import { previewKind } from './preview-kind.ts';

/** Sound and film in the browser's own player, which asks for the ranges it needs. */
export default function MediaPreview({ file }: ContentProps) {
  const t = useT();
  const [broken, setBroken] = useState(false);
  // what a player cannot decode is a matter of the browser
  if (broken)
    return (
      <div className="preview-middle" role="alert">
        {t('preview.old_browser')} {t('preview.old_browser_hint')}
      </div>
    );
  if (previewKind(file.type) === 'audio')
    return (
      <div className="preview-middle">
        <audio controls preload="metadata" src={file.content} aria-label={file.name} onError={() => setBroken(true)} />
      </div>
    );
  return (
    <video
      className="preview-film"
      controls
      playsInline
      preload="metadata"
      src={file.content}
      aria-label={file.name}
      onError={() => setBroken(true)}
    />
  );
}
