import { portraitBytes, portraitPixels, profileApi, type Profile } from '@formwork/contract/profile/api.ts';
import { Avatar } from '@formwork/ui/format/avatar.tsx';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { CropDialog } from './CropDialog.tsx';
import { pictureAddress } from '@formwork/web/http/picture-address.ts';

/** The picture to cut from: a new file, or the one that was uploaded before. */
type Source = { file: File } | { fileId: string };

/** The avatar, and the ways to another one. */
export function PortraitField({ name, profile }: { name: string; profile: Profile }) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  const [source, setSource] = useState<Source>();
  const remove = useCommand(profileApi.removePortrait, { refresh: [profileApi.get] });
  const { portrait, portraitOriginal } = profile;
  return (
    <div className="portrait-field">
      <Avatar name={name} size={96} src={portrait ? pictureAddress(portrait) : undefined} />
      <Button size="small" onClick={() => setChoosing(true)}>
        {t('personal.portrait.change')}
      </Button>
      {portraitOriginal && (
        <Button size="small" type="text" onClick={() => setSource({ fileId: portraitOriginal })}>
          {t('personal.portrait.crop_again')}
        </Button>
      )}
      {portrait && (
        <Button size="small" type="text" danger loading={remove.pending} onClick={() => void remove.run()}>
          {t('personal.portrait.remove')}
        </Button>
      )}
      {choosing && (
        <ChooseDialog
          onClose={() => setChoosing(false)}
          onChosen={(file) => {
            setChoosing(false);
            setSource({ file });
          }}
        />
      )}
      {source && (
        <CropDialog
          key={'file' in source ? source.file.name : source.fileId}
          source={source}
          onClose={() => setSource(undefined)}
        />
      )}
    </div>
  );
}

/** Refuses what the server would refuse, before it is sent. */
function ChooseDialog({ onClose, onChosen }: { onClose: () => void; onChosen: (file: File) => void }) {
  const t = useT();
  const [problem, setProblem] = useState<string>();
  const choose = async ([file]: File[]) => {
    if (!file) return;
    const picture = await createImageBitmap(file).catch(() => undefined);
    if (!picture) return setProblem(t('profile.picture_wrong_type'));
    const few = picture.width < portraitPixels.width || picture.height < portraitPixels.height;
    picture.close();
    if (few) setProblem(t('profile.picture_too_few_pixels', portraitPixels));
    else onChosen(file);
  };
  return (
    <Modal open title={t('personal.portrait.choose')} footer={null} onCancel={onClose}>
      <FileDrop
        accept=".jpg,.jpeg,.gif,.png,.bmp"
        maxBytes={portraitBytes}
        note={t('personal.portrait.rules', portraitPixels)}
        onFiles={(files) => void choose(files)}
      />
      {problem && <Alert className="portrait-problem" type="error" showIcon title={problem} />}
    </Modal>
  );
}
