import { filesApi } from '@formwork/contract/files/api.ts';
import { croppedPixels, profileApi } from '@formwork/contract/profile/api.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Modal, Slider } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { largestZoom, movedCrop, wholeCrop, zoomedCrop, zoomOf, type Crop } from './crop.ts';
import { pictureAddress } from '@formwork/web/http/picture-address.ts';

const frame = 280;
const keyStep = 10;

/** Cuts a square out of a picture: drag or arrow keys move it, the slider brings it closer. */
export function CropDialog({ source, onClose }: { source: { file: File } | { fileId: string }; onClose: () => void }) {
  const t = useT();
  const address = useAddress(source);
  const [picture, setPicture] = useState<HTMLImageElement>();
  const [crop, setCrop] = useState<Crop>();
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const grip = useRef<{ x: number; y: number }>(undefined);
  const save = useCommand(profileApi.setPortrait, { refresh: [profileApi.get], quiet: true, onDone: onClose });
  const size = picture && { width: picture.naturalWidth, height: picture.naturalHeight };
  const scale = crop ? frame / crop.side : 1;
  const move = (dx: number, dy: number) => crop && size && setCrop(movedCrop(crop, size, dx / scale, dy / scale));

  const drag = (event: PointerEvent) => {
    if (!grip.current) return;
    move(grip.current.x - event.clientX, grip.current.y - event.clientY);
    grip.current = { x: event.clientX, y: event.clientY };
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    move(step[0]! * keyStep, step[1]! * keyStep);
  };
  const send = async () => {
    if (!picture || !crop) return;
    setSending(true);
    setProblem(undefined);
    try {
      const cut = new File([await cutOut(picture, crop)], 'avatar.png', { type: 'image/png' });
      const files = await upload(
        filesApi.upload,
        { query: { purpose: 'portrait' } },
        'file' in source ? [source.file, cut] : [cut],
      );
      const ids = files.map(({ id }) => id);
      const [original, cropped] = 'file' in source ? ids : [source.fileId, ids[0]];
      if (original && cropped) await save.run({ body: { original, cropped } });
    } catch (error) {
      setProblem(errorText(error, t));
    } finally {
      setSending(false);
    }
  };

  return (
    <Modal
      open
      title={t('personal.portrait.crop')}
      okText={t('personal.portrait.save')}
      okButtonProps={{ disabled: !crop, loading: sending }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="crop">
        <div
          className="crop-frame"
          role="application"
          aria-label={t('personal.portrait.frame')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the picture
          tabIndex={0}
          onKeyDown={press}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            grip.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={drag}
          onPointerUp={() => {
            grip.current = undefined;
          }}
          onPointerCancel={() => {
            grip.current = undefined;
          }}
        >
          {address && (
            <img
              src={address}
              alt=""
              draggable={false}
              onLoad={({ currentTarget }) => {
                setPicture(currentTarget);
                setCrop(wholeCrop({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight }));
              }}
              style={
                size && crop
                  ? {
                      width: size.width * scale,
                      height: size.height * scale,
                      transform: `translate(${-crop.x * scale}px, ${-crop.y * scale}px)`,
                    }
                  : { visibility: 'hidden' }
              }
            />
          )}
        </div>
        {size && crop && (
          <Slider
            aria-label={t('personal.portrait.zoom')}
            min={1}
            max={largestZoom(size)}
            step={0.01}
            value={zoomOf(crop, size)}
            tooltip={{ open: false }}
            onChange={(zoom) => setCrop(zoomedCrop(crop, size, zoom))}
          />
        )}
        <p className="my-info-note">{t('personal.portrait.crop_help')}</p>
        {(problem ?? save.errorText) && <Alert type="error" showIcon title={problem ?? save.errorText} />}
      </div>
    </Modal>
  );
}

/** An address of the picture that lives as long as the dialog. */
function useAddress(source: { file: File } | { fileId: string }): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if ('fileId' in source) return setAddress(pictureAddress(source.fileId));
    const made = URL.createObjectURL(source.file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [source]);
  return address;
}

async function cutOut(picture: HTMLImageElement, { x, y, side }: Crop): Promise<Blob> {
  const canvas = new OffscreenCanvas(croppedPixels, croppedPixels);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, side, side, 0, 0, croppedPixels, croppedPixels);
  return canvas.convertToBlob({ type: 'image/png' });
}
