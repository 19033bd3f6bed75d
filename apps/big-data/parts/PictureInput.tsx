import { mostPictureText } from '@formwork/contract/analytics/definition.ts';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert } from 'antd';
import { useState } from 'react';

const mostSide = 1_600;

/** A picture that travels in the definition: made small enough, whatever its own size. */
export function PictureInput({ onPicture }: { onPicture: (src: string) => void }) {
  const t = useT();
  const [refused, setRefused] = useState(false);
  const take = async ([file]: File[]) => {
    setRefused(false);
    try {
      onPicture(await shrunk(file!));
    } catch {
      setRefused(true);
    }
  };
  return (
    <>
      <FileDrop
        small
        accept="image/png,image/jpeg,image/webp,image/gif"
        maxBytes={10 * 1024 * 1024}
        note={t('analytics.picture_hint')}
        onFiles={(files) => void take(files)}
      />
      {refused && <Alert type="error" showIcon title={t('analytics.picture_wrong')} />}
    </>
  );
}

async function shrunk(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  for (let side = mostSide; side >= 200; side = Math.floor(side * 0.7)) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const type of ['image/webp', 'image/png']) {
      const src = canvas.toDataURL(type, 0.85);
      if (src.length <= mostPictureText && src.startsWith(`data:${type};`)) return src;
    }
  }
  throw new Error('the picture stays too large');
}
