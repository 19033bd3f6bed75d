import type { BarcodeConfig } from '@formwork/contract/forms/field-types/barcode.ts';
import { QRCode } from 'antd';
import JsBarcode from 'jsbarcode';
import { useEffect, useRef } from 'react';

const names = { code128: 'CODE128', code39: 'CODE39', ean13: 'EAN13', ean8: 'EAN8', upc: 'UPC' } as const;

/** Dark on white under every skin: scanners need it so. */
export default function CodePicture({ format, text }: { format: BarcodeConfig['format']; text: string }) {
  if (format === 'qr')
    return (
      <span role="img" aria-label={text}>
        <QRCode type="svg" value={text} size={132} color="#000" bgColor="#fff" />
      </span>
    );
  return <Bars format={names[format]} text={text} />;
}

function Bars({ format, text }: { format: (typeof names)[keyof typeof names]; text: string }) {
  const picture = useRef<SVGSVGElement>(null);
  useEffect(() => {
    // a text the code cannot carry leaves the picture blank; the text itself stands below it
    if (picture.current)
      JsBarcode(picture.current, text, {
        format,
        height: 56,
        width: 2,
        margin: 8,
        displayValue: false,
        valid: () => undefined,
      });
  }, [format, text]);
  return <svg ref={picture} className="fw-code-bars" role="img" aria-label={text} />;
}
