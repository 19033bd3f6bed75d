import type { App } from '@formwork/contract/forms/api.ts';
import { hueNames, huesFor, type HueName } from '@formwork/contract/hues/hues.ts';
import { textIn } from '@formwork/contract/text.ts';
import { AppFace, type AppFaceProps } from '@formwork/ui/format/app-face.tsx';
import { useLocale } from '../i18n/i18n.ts';
import { navIcon } from '../shell/icons.tsx';

/** An application's face: its maker's sign and hue, else its first letter and a hue from its id. */
export function FaceOf({
  app,
  size,
}: {
  app: Pick<App, 'id' | 'icon' | 'hue' | 'kind' | 'title'>;
  size?: AppFaceProps['size'];
}) {
  const locale = useLocale();
  const sign = app.icon ?? (app.kind === 'files' ? 'folder' : null);
  return (
    <AppFace
      color={faceColor(app.hue ?? hueOfApp(app.id))}
      icon={sign === null ? undefined : navIcon(sign)}
      title={textIn(app.title, locale)}
      {...(size && { size })}
    />
  );
}

/** White reads on it in every skin. */
export function faceColor(hue: HueName): string {
  return huesFor(false)[hue].solid;
}

/** Who chose none has always the same one; grey is nobody's by chance. */
export function hueOfApp(id: string): HueName {
  let sum = 7;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return hueNames[sum % (hueNames.length - 1)]!;
}
