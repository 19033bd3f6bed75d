// The parts that pdfmake puts together for a whole document: see pdf-writer.ts.
declare module 'pdfmake/js/PDFDocument.js' {
  import type { Readable } from 'node:stream';

  /** A node of a page: see pdfmake's guide. */
  export type PdfNode = string | { [property: string]: unknown };

  export interface PdfDocument extends Readable {
    /** Contents by name, as data URLs; one that was drawn is needed no longer. */
    images: Record<string, string>;
    end(): void;
  }

  const file: {
    default: new (
      fonts: Record<string, Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>,
      images: Record<string, string>,
      patterns: object,
      attachments: object,
      options: { [property: string]: unknown },
      virtualFiles: null,
      localAccessPolicy: (path: string) => boolean,
    ) => PdfDocument;
  };
  export default file;
}

declare module 'pdfmake/js/LayoutBuilder.js' {
  import type { PdfDocument, PdfNode } from 'pdfmake/js/PDFDocument.js';

  type Edge = (page: number, pages: number) => PdfNode;

  const file: {
    default: new (
      size: { width: number; height: number },
      margins: Record<'top' | 'right' | 'bottom' | 'left', number>,
      svg: object,
    ) => {
      registerTableLayouts(layouts: object): void;
      layoutDocument(
        content: PdfNode[],
        document: PdfDocument,
        styles: Record<string, unknown>,
        defaultStyle: object,
        background: undefined,
        header: Edge,
        footer: Edge,
      ): object[];
    };
  };
  export default file;
}

declare module 'pdfmake/js/Renderer.js' {
  import type { PdfDocument } from 'pdfmake/js/PDFDocument.js';

  const file: { default: new (document: PdfDocument) => { renderPages(pages: object[]): void } };
  export default file;
}

declare module 'pdfmake/js/SVGMeasure.js' {
  const file: { default: new () => object };
  export default file;
}

declare module 'pdfmake/js/tableLayouts.js' {
  const file: { tableLayouts: object };
  export default file;
}
