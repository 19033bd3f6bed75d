import type { CodeKind } from '@formwork/contract/printing/template.ts';
import { useQuery } from '@tanstack/react-query';
import { useT } from '@formwork/web/i18n/i18n.ts';

export interface CodeImageProps {
  kind: CodeKind;
  content: string;
  caption?: boolean;
  /** CSS width. */
  width: string;
}

/** A QR or bar code; what its kind cannot hold is shown as it is. */
export function CodeImage({ kind, content, caption = false, width }: CodeImageProps) {
  const t = useT();
  const code = useQuery({
    queryKey: ['code', kind, content, caption],
    queryFn: () => drawCode(kind, content, caption),
    staleTime: Infinity,
    retry: false,
  });
  if (code.isError)
    return (
      <span role="alert">
        {t('printing.code.failed')} {content}
      </span>
    );
  return <img className="fw-code" src={code.data} alt={content} style={{ width }} />;
}

/** The address of the picture itself. */
export async function drawCode(kind: CodeKind, content: string, caption: boolean): Promise<string> {
  // heavier than any page that shows a code
  const { toSVG } = await import('bwip-js/browser');
  const square = kind === 'qrcode' || kind === 'datamatrix';
  const svg = toSVG({
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
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
