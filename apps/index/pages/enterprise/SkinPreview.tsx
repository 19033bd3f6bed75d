import { cssVariables, type Skin } from '@formwork/ui/skin/skins.ts';

/** A frame in small, painted with the variables of a skin that is not the page's own. */
export function SkinPreview({
  skin,
  large,
  title,
  action,
}: {
  skin: Skin;
  large?: boolean;
  title?: string;
  action?: string;
}) {
  return (
    <span className="skin-preview" data-large={large || undefined} style={cssVariables(skin)} aria-hidden={!large}>
      <span className="skin-bar">{title}</span>
      <span className="skin-side">
        <i data-on />
        <i />
        <i />
      </span>
      <span className="skin-body">
        <i />
        <i />
        <i />
        <b>{action}</b>
      </span>
    </span>
  );
}
