import { zip } from './xlsx.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const schemas = 'http://schemas.openxmlformats.org';
const office = `${schemas}/officeDocument/2006/relationships`;
const part = 'application/vnd.openxmlformats-officedocument';

const relations = (all: Record<string, [type: string, target: string]>): string =>
  `${head}<Relationships xmlns="${schemas}/package/2006/relationships">${Object.entries(all)
    .map(([id, [type, target]]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const types = (all: Record<string, string>): string =>
  `${head}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    all,
  )
    .map(([path, type]) => `<Override PartName="${path}" ContentType="${part}.${type}+xml"/>`)
    .join('')}</Types>`;

/** A Word document with a heading, a paragraph, a table and a header of its page. */
export function docx(heading: string, paragraph: string, cells: readonly (readonly string[])[]): Buffer {
  const run = (text: string, bold = false) =>
    `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  const table = `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${(cells[0] ?? []).map(() => '<w:gridCol w:w="2400"/>').join('')}</w:tblGrid>${cells.map((row) => `<w:tr>${row.map((text) => `<w:tc><w:tcPr><w:tcW w:w="2400" w:type="dxa"/></w:tcPr><w:p>${run(text)}</w:p></w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;
  const space = `xmlns:w="${schemas}/wordprocessingml/2006/main" xmlns:r="${office}"`;
  return zip({
    '[Content_Types].xml': types({
      '/word/document.xml': 'wordprocessingml.document.main',
      '/word/styles.xml': 'wordprocessingml.styles',
      '/word/header1.xml': 'wordprocessingml.header',
    }),
    '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/_rels/document.xml.rels': relations({ r1: ['styles', 'styles.xml'], r2: ['header', 'header1.xml'] }),
    'word/styles.xml': `${head}<w:styles ${space}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style></w:styles>`,
    'word/header1.xml': `${head}<w:hdr ${space}><w:p>${run('页眉')}</w:p></w:hdr>`,
    'word/document.xml': `${head}<w:document ${space}><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(heading)}</w:p><w:p>${run(paragraph, true)}</w:p>${table}<w:p/><w:sectPr><w:headerReference w:type="default" r:id="r2"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  });
}

/** A presentation with a slide for each text, on a master and a layout as programs write them. */
export function pptx(slides: readonly string[]): Buffer {
  const space = `xmlns:a="${schemas}/drawingml/2006/main" xmlns:r="${office}" xmlns:p="${schemas}/presentationml/2006/main"`;
  const group =
    '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>';
  const box = (text: string) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="838200" y="1825625"/><a:ext cx="10515600" cy="1325563"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="zh-CN" sz="4400"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const tree = (content: string) => `<p:cSld><p:spTree>${group}${content}</p:spTree></p:cSld>`;
  const map =
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';
  const color = (name: string, value: string) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="6350">${fill}</a:ln>`;
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>';
  const theme = `${head}<a:theme xmlns:a="${schemas}/drawingml/2006/main" name="Plain"><a:themeElements><a:clrScheme name="Plain">${color('dk1', '000000')}${color('lt1', 'FFFFFF')}${color('dk2', '44546A')}${color('lt2', 'E7E6E6')}${[1, 2, 3, 4, 5, 6].map((n) => color(`accent${n}`, '4472C4')).join('')}${color('hlink', '0563C1')}${color('folHlink', '954F72')}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
  const ids = slides.map((_, at) => at + 1);
  return zip({
    '[Content_Types].xml': types({
      '/ppt/presentation.xml': 'presentationml.presentation.main',
      '/ppt/slideMasters/slideMaster1.xml': 'presentationml.slideMaster',
      '/ppt/slideLayouts/slideLayout1.xml': 'presentationml.slideLayout',
      '/ppt/theme/theme1.xml': 'theme',
      ...Object.fromEntries(ids.map((n) => [`/ppt/slides/slide${n}.xml`, 'presentationml.slide'])),
    }),
    '_rels/.rels': relations({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/_rels/presentation.xml.rels': relations({
      r1: ['slideMaster', 'slideMasters/slideMaster1.xml'],
      r2: ['theme', 'theme/theme1.xml'],
      ...Object.fromEntries(ids.map((n): [string, [string, string]] => [`s${n}`, ['slide', `slides/slide${n}.xml`]])),
    }),
    'ppt/presentation.xml': `${head}<p:presentation ${space}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="r1"/></p:sldMasterIdLst><p:sldIdLst>${ids.map((n) => `<p:sldId id="${255 + n}" r:id="s${n}"/>`).join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/><p:defaultTextStyle><a:defPPr><a:defRPr lang="zh-CN"/></a:defPPr><a:lvl1pPr algn="l"><a:defRPr sz="1800"/></a:lvl1pPr></p:defaultTextStyle></p:presentation>`,
    'ppt/theme/theme1.xml': theme,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations({
      r1: ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      r2: ['theme', '../theme/theme1.xml'],
    }),
    'ppt/slideMasters/slideMaster1.xml': `${head}<p:sldMaster ${space}>${tree('')}${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="r1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations({
      r1: ['slideMaster', '../slideMasters/slideMaster1.xml'],
    }),
    'ppt/slideLayouts/slideLayout1.xml': `${head}<p:sldLayout ${space}>${tree('')}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
    ...Object.fromEntries(
      slides.flatMap((text, at): [string, string][] => [
        [
          `ppt/slides/slide${at + 1}.xml`,
          `${head}<p:sld ${space}>${tree(box(text))}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
        ],
        [
          `ppt/slides/_rels/slide${at + 1}.xml.rels`,
          relations({ r1: ['slideLayout', '../slideLayouts/slideLayout1.xml'] }),
        ],
      ]),
    ),
  });
}
