const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const pack = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument';

/** Number formats that columns ask for; the plain style, that of the header and that of text stand before them. */
export interface Styles {
  formats: string[];
}

/** Ids of formats of our own begin here. */
const firstFormat = 164;

/** Beside a picture, words stand in the middle of its row. */
const middle = '<alignment vertical="center"/>';

export function styleSheet({ formats }: Styles): string {
  const written = formats
    .map((format, index) => `<numFmt numFmtId="${firstFormat + index}" formatCode="${escaped(format)}"/>`)
    .join('');
  return (
    `${declaration}<styleSheet xmlns="${main}">${formats.length > 0 ? `<numFmts count="${formats.length}">${written}</numFmts>` : ''}` +
    `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    `<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEFF3F8"/><bgColor indexed="64"/></patternFill></fill></fills>` +
    `<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FFB8C2CC"/></bottom><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" applyAlignment="1">${middle}</xf></cellStyleXfs>` +
    `<cellXfs count="${3 + formats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1">${middle}</xf>` +
    `<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"/>` +
    `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyAlignment="1">${middle}</xf>` +
    `${formats.map((_, index) => `<xf numFmtId="${firstFormat + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${middle}</xf>`).join('')}</cellXfs>` +
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  );
}

export function workbookPart(names: readonly string[]): string {
  return (
    `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>` +
    `${names.map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`
  );
}

export function workbookRels(sheets: number): string {
  const listed = Array.from({ length: sheets }, (_, index) =>
    relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  );
  return rels([
    ...listed,
    relation(sheets + 1, 'styles', 'styles.xml'),
    relation(sheets + 2, 'sharedStrings', 'sharedStrings.xml'),
  ]);
}

export function packageRels(): string {
  return rels([relation(1, 'officeDocument', 'xl/workbook.xml')]);
}

export function sheetRels(drawing: number | undefined, watermark: boolean): string {
  return rels([
    ...(drawing === undefined ? [] : [relation(1, 'drawing', `../drawings/drawing${drawing}.xml`)]),
    ...(watermark ? [relation(2, 'image', '../media/watermark.png')] : []),
  ]);
}

export function drawingRels(images: readonly number[]): string {
  return rels(images.map((id) => relation(id, 'image', `../media/image${id}.jpeg`)));
}

/** Side by side in their cells: in parts of a million to the inch and so on, Excel's own measure. */
const edge = 720_000;

export interface PlacedPicture {
  row: number;
  column: number;
  /** Which of those of its cell it is. */
  at: number;
  id: number;
  /** Of the picture itself, in whatever measure: its shape is kept. */
  width: number;
  height: number;
  /** What its file is called. */
  name?: string | undefined;
}

export function drawingPart(images: readonly PlacedPicture[]): string {
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006';
  const anchors = images.map(({ row, column, at, id, width, height, name }) => {
    const longer = Math.max(width, height);
    const size = `cx="${Math.max(1, Math.round((edge * width) / longer))}" cy="${Math.max(1, Math.round((edge * height) / longer))}"`;
    return (
      `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>${20_000 + at * (edge + 20_000)}</xdr:colOff><xdr:row>${row + 1}</xdr:row><xdr:rowOff>20000</xdr:rowOff></xdr:from><xdr:ext ${size}/>` +
      `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id}" name="Picture ${id}"${name === undefined ? '' : ` descr="${escaped(name)}"`}/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId${id}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
      `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`
    );
  });
  return `${declaration}<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main" xmlns:r="${office}">${anchors.join('')}</xdr:wsDr>`;
}

/** One flag a sheet: whether it has pictures. */
export function contentTypes(sheets: readonly boolean[]): string {
  return (
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
    `<Default Extension="jpeg" ContentType="image/jpeg"/><Default Extension="png" ContentType="image/png"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${types}.spreadsheetml.sheet.main+xml"/>` +
    sheets
      .map(
        (pictures, index) =>
          `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${types}.spreadsheetml.worksheet+xml"/>${pictures ? `<Override PartName="/xl/drawings/drawing${index + 1}.xml" ContentType="${types}.drawing+xml"/>` : ''}`,
      )
      .join('') +
    `<Override PartName="/xl/styles.xml" ContentType="${types}.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${types}.spreadsheetml.sharedStrings+xml"/></Types>`
  );
}

function relation(id: number, kind: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`;
}

function rels(listed: readonly string[]): string {
  return `${declaration}<Relationships xmlns="${pack}">${listed.join('')}</Relationships>`;
}

function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u001f]/g, '')
    .replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '');
}
