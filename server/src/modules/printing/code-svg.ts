import type { CodeKind } from '@formwork/contract/printing/template.ts';
import { toSVG } from 'bwip-js/node';

/** A QR or bar code as a drawing. Throws where the content does not fit its kind, as letters in an EAN. */
export function codeSvg(kind: CodeKind, content: string, caption: boolean): string {
  const square = kind === 'qrcode' || kind === 'datamatrix';
  return toSVG({
    bcid: kind,
    text: content,
    paddingwidth: square ? 1 : 0,
    paddingheight: square ? 1 : 0,
    ...(square
      ? kind === 'qrcode'
        ? { eclevel: 'M' }
        : {}
      : { height: 12, includetext: caption, textxalign: 'center' }),
  });
}
