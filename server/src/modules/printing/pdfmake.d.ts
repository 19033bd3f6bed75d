declare module 'pdfmake' {
  /** A node of a page: see pdfmake's guide. */
  export type PdfNode = string | { [property: string]: unknown };

  const pdfmake: {
    addFonts(fonts: Record<string, Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>): void;
    setUrlAccessPolicy(allowed: (url: string) => boolean): void;
    setLocalAccessPolicy(allowed: (path: string) => boolean): void;
    createPdf(definition: { [property: string]: unknown }): { getBuffer(): Promise<Uint8Array> };
  };
  export default pdfmake;
}
